import type { Binding } from "./binding";
import { valueOf } from "./binding";
import { Field } from "./Field";
import { type Field as FieldOf, isNode, type Schema, shows } from "./schema";

const nests = (field: FieldOf): boolean => field.type === "union" || field.type === "noun";

/** Settings in their order, those that hold settings of their own after the plain ones: what is used most is seen first. */
export const arranged = (fields: readonly FieldOf[]): FieldOf[] => [...fields.filter((field) => !nests(field)), ...fields.filter(nests)];

/** Settings one below the other, without those that another setting hides. */
export function Fields({ fields, path, binding, schema, depth = 0 }: { fields: FieldOf[]; path: string[]; binding: Binding; schema: Schema; depth?: number }) {
  const held = path.length === 0 ? binding.values() : valueOf(binding, path);
  const values = isNode(held) ? held : {};
  return (
    <div class="fields">
      {arranged(fields)
        .filter((field) => shows(field, values))
        .map((field) => (
          <Field key={field.name} field={field} path={[...path, field.name]} binding={binding} schema={schema} depth={depth} />
        ))}
    </div>
  );
}
