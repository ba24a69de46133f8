import type { Binding } from "./binding";
import { valueOf } from "./binding";
import { Field } from "./Field";
import { type Field as FieldOf, isNode, type Schema, shows } from "./schema";

/** Settings one below the other, without those that another setting hides. */
export function Fields({ fields, path, binding, schema, depth = 0 }: { fields: FieldOf[]; path: string[]; binding: Binding; schema: Schema; depth?: number }) {
  const held = path.length === 0 ? binding.values() : valueOf(binding, path);
  const values = isNode(held) ? held : {};
  return (
    <div class="fields">
      {fields
        .filter((field) => shows(field, values))
        .map((field) => (
          <Field key={field.name} field={field} path={[...path, field.name]} binding={binding} schema={schema} depth={depth} />
        ))}
    </div>
  );
}
