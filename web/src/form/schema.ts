import type { Json } from "../protocol";
import type { Scale } from "./numbers";

/** A JSON object, of the schema or of a recipe. */
export type Node = { [key: string]: Json };

interface Common {
  name: string;
  title: string;
  help: string;
  unit: string;
  /** Undefined when the setting must be given. */
  fallback: Json | undefined;
  required: boolean;
  nullable: boolean;
  aliases: string[];
  /** The setting shows only while another has one of these values. */
  showIf: Record<string, Json[]>;
}

export interface NumberField extends Common {
  type: "number";
  integer: boolean;
  low: number | null;
  high: number | null;
  lowOpen: boolean;
  highOpen: boolean;
  soft: [number, number] | null;
  step: number;
  scale: Scale;
  slider: boolean;
}
export interface ChoiceField extends Common {
  type: "choice";
  options: string[];
}
export interface ToggleField extends Common {
  type: "toggle";
}
export interface TextField extends Common {
  type: "text";
  widget: "text" | "layer" | "file" | "color";
  pattern: string | null;
  maxLength: number | null;
}
export interface SeedField extends Common {
  type: "seed";
}
export interface TupleField extends Common {
  type: "tuple";
  items: Field[];
}
export interface PairsField extends Common {
  type: "pairs";
  columns: [Field, Field];
}
/** Colors along a line, as a list of nouns with `at` and `color`. */
export interface GradientField extends Common {
  type: "gradient";
}
export interface ListField extends Common {
  type: "list";
  item: Node;
}
export interface MapField extends Common {
  type: "map";
}
export interface NounField extends Common {
  type: "noun";
  node: Node;
}
export interface UnionField extends Common {
  type: "union";
  variants: Variant[];
}
/** A setting of a form that is not known here: its JSON as text. */
export interface JsonField extends Common {
  type: "json";
}
export type Field =
  | NumberField
  | ChoiceField
  | ToggleField
  | TextField
  | SeedField
  | TupleField
  | PairsField
  | ListField
  | GradientField
  | MapField
  | NounField
  | UnionField
  | JsonField;

/** One kind of a union. */
export interface Variant {
  kind: string;
  title: string;
  node: Node;
}

export const isNode = (value: Json | undefined): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const number = (value: Json | undefined): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);
const nodes = (value: Json | undefined): Node[] => list(value).filter(isNode);

const ACRONYMS = new Set(["crs", "id", "rgb", "uv"]);

/** `base_elevation` for people: `Base elevation`. A unit at the end is left out, because it stands beside the number. */
export function titleOf(name: string, unit = ""): string {
  const words = name.split("_").filter((word) => word !== "");
  if (words.length > 1 && words.at(-1) === unit) words.pop();
  const sentence = words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word)).join(" ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

const KINDS = new Map([
  ["cells", "Cell table"],
  ["cubemap", "Cube map"],
  ["geojson", "GeoJSON"],
  ["geotiff", "GeoTIFF"],
  ["hex", "Save file"],
  ["orbit", "From space"],
  ["plan", "Flat map"],
  ["worldmap", "World map"],
  ...["glb", "obj", "ply", "stl"].flatMap((form): [string, string][] => ["hex", "planet"].map((world) => [world + form, form.toUpperCase()])),
]);

/** The word of a kind for people: `generate.voronoi_peaks` is `Voronoi peaks`, `png16` is `PNG16`. */
export function kindTitle(kind: string): string {
  const word = kind.split(".").at(-1) ?? kind;
  const known = KINDS.get(word);
  if (known !== undefined) return known;
  return /^[a-z]{3}\d*$/.test(word) ? word.toUpperCase() : titleOf(word);
}

/** The first sentence of a description, on one line. */
export function firstSentence(description: string): string {
  const line = description.split("\n\n")[0]?.replace(/\s+/g, " ").replace(/``?/g, "").trim() ?? "";
  const end = /[.!?](?=\s[A-Z])/.exec(line);
  return end ? line.slice(0, end.index + 1) : line;
}

/** A JSON Schema with its definitions: turns a setting's node into what a form shows. */
export class Schema {
  private readonly known = new WeakMap<Node, Field[]>();

  constructor(readonly root: Node) {}

  /** Follow `$ref`; words beside it win. */
  follow(node: Node): Node {
    const ref = text(node["$ref"]);
    if (!ref.startsWith("#/")) return node;
    let target: Json | undefined = this.root;
    for (const word of ref.slice(2).split("/")) target = isNode(target) ? target[word] : undefined;
    if (!isNode(target)) return node;
    const { $ref: _, ...beside } = node;
    return { ...this.follow(target), ...beside };
  }

  /** The noun that a node refers to, the same object each time. */
  target(node: Node): Node {
    const ref = text(node["$ref"]);
    const last = ref.split("/").at(-1) ?? "";
    const defs = this.root["$defs"];
    const found = isNode(defs) ? defs[last] : undefined;
    return ref !== "" && isNode(found) ? found : node;
  }

  /** Kinds that a list of the recipe can hold: `stages` or `outputs`. */
  kinds(word: "stages" | "outputs"): Variant[] {
    const properties = this.root["properties"];
    const array = isNode(properties) ? properties[word] : undefined;
    const items = isNode(array) ? array["items"] : undefined;
    return isNode(items) ? this.variants(this.follow(items)) : [];
  }

  /** Settings of a noun in their order, without `kind`. */
  fields(noun: Node): Field[] {
    const held = this.known.get(noun);
    if (held) return held;
    const properties = isNode(noun["properties"]) ? noun["properties"] : {};
    const required = new Set(list(noun["required"]).map(text));
    const fields = Object.entries(properties).flatMap(([name, node]) =>
      name !== "kind" && isNode(node) ? [this.field(name, node, required.has(name))] : [],
    );
    // `breach` and `breach_degrees` would both be "Breach"
    const named = fields.map((one) =>
      fields.some((other) => other !== one && other.title === one.title) ? { ...one, title: titleOf(one.name) } : one,
    );
    this.known.set(noun, named);
    return named;
  }

  /** Settings of a stage's or an output's own kind, without the words of the recipe around them. */
  own(noun: Node): Field[] {
    const names = noun["x-own"];
    const fields = this.fields(noun);
    return Array.isArray(names) ? fields.filter((field) => names.includes(field.name)) : fields;
  }

  /** What a form shows for a setting. */
  field(name: string, raw: Node, required = false): Field {
    const { node, nullable } = this.unwrap(raw);
    const ui = isNode(raw["x-ui"]) ? raw["x-ui"] : isNode(node["x-ui"]) ? node["x-ui"] : {};
    const unit = text(raw["unit"]) || text(node["unit"]);
    const showIf = isNode(ui["show_if"]) ? ui["show_if"] : {};
    const common: Common = {
      name,
      title: titleOf(name, unit),
      help: text(raw["description"]) || firstSentence(text(node["description"])),
      unit,
      fallback: raw["default"],
      required,
      nullable,
      aliases: list(raw["x-aliases"]).map(text),
      showIf: Object.fromEntries(Object.entries(showIf).map(([key, value]) => [key, Array.isArray(value) ? value : [value]])),
    };
    return this.typed(common, node, ui);
  }

  private typed(common: Common, node: Node, ui: Node): Field {
    const widget = text(ui["widget"]);
    if (widget === "seed") return { ...common, type: "seed" };
    const options = list(node["enum"]).filter((word) => typeof word === "string");
    if (options.length > 0) return { ...common, type: "choice", options };
    if (isNode(node["discriminator"]) || Array.isArray(node["oneOf"])) return { ...common, type: "union", variants: this.variants(node) };
    switch (text(node["type"])) {
      case "number":
      case "integer":
        return this.numeric(common, node, ui);
      case "boolean":
        return { ...common, type: "toggle" };
      case "string": {
        const kind = widget === "layer" || widget === "file" || widget === "color" ? widget : "text";
        return { ...common, type: "text", widget: kind, pattern: text(node["pattern"]) || null, maxLength: number(node["maxLength"]) };
      }
      case "array":
        return this.array(common, node);
      case "object":
        if (isNode(node["properties"])) return { ...common, type: "noun", node };
        return isNode(node["additionalProperties"]) ? { ...common, type: "map" } : { ...common, type: "json" };
    }
    return { ...common, type: "json" };
  }

  private numeric(common: Common, node: Node, ui: Node): NumberField {
    const integer = text(node["type"]) === "integer";
    const [first, last] = list(ui["soft"]);
    const soft: [number, number] | null = typeof first === "number" && typeof last === "number" ? [first, last] : null;
    const low = number(node["minimum"]) ?? number(node["exclusiveMinimum"]);
    const high = number(node["maximum"]) ?? number(node["exclusiveMaximum"]);
    const span = soft ? soft[1] - soft[0] : low !== null && high !== null ? high - low : 100;
    return {
      ...common,
      type: "number",
      integer,
      low,
      high,
      lowOpen: number(node["minimum"]) === null && low !== null,
      highOpen: number(node["maximum"]) === null && high !== null,
      soft,
      step: number(ui["step"]) ?? (integer ? 1 : span / 200),
      scale: ui["scale"] === "log" ? "log" : "linear",
      slider: soft !== null || (low !== null && high !== null && high - low <= 1e5),
    };
  }

  private array(common: Common, node: Node): Field {
    const fixed = nodes(node["prefixItems"]);
    if (fixed.length > 0) {
      return { ...common, type: "tuple", items: fixed.map((item, index) => this.field(String(index), { unit: common.unit, ...item })) };
    }
    const item = isNode(node["items"]) ? this.unwrap(node["items"]).node : null;
    if (!item) return { ...common, type: "json" };
    const pair = nodes(item["prefixItems"]);
    const [first, second] = pair;
    if (pair.length === 2 && first && second) {
      const column = (node: Node, index: number): Field => this.field(String(index), { unit: common.unit, ...node });
      return { ...common, type: "pairs", columns: [column(first, 0), column(second, 1)] };
    }
    const parts = isNode(item["properties"]) ? Object.keys(item["properties"]).sort() : [];
    if (parts.join() === "at,color") return { ...common, type: "gradient" };
    return { ...common, type: "list", item };
  }

  private variants(node: Node): Variant[] {
    return nodes(node["oneOf"]).flatMap((choice) => {
      const noun = this.target(choice);
      const kind = this.kindOf(noun);
      return kind === null ? [] : [{ kind, title: kindTitle(kind), node: noun }];
    });
  }

  /** The word that tells a noun from others; spellings accepted on load come after the first. */
  kindOf(noun: Node): string | null {
    const properties = noun["properties"];
    const kind = isNode(properties) ? properties["kind"] : undefined;
    if (!isNode(kind)) return null;
    return text(kind["const"]) || text(list(kind["enum"])[0]) || null;
  }

  private unwrap(raw: Node): { node: Node; nullable: boolean } {
    const node = this.follow(raw);
    const choices = nodes(node["anyOf"]);
    if (choices.length === 0) return { node, nullable: false };
    const real = choices.filter((choice) => choice["type"] !== "null");
    const only = real.length === 1 ? real[0] : undefined;
    if (!only) return { node: { ...node, type: "" }, nullable: real.length < choices.length };
    const inner = this.follow(only);
    const { anyOf: _, ...beside } = node;
    return { node: { ...inner, ...beside }, nullable: real.length < choices.length };
  }

  /** What a noun is when nothing is said: its defaults, and for settings without one the least that fits. */
  blank(noun: Node): Node {
    const made: Node = {};
    const kind = this.kindOf(noun);
    if (kind !== null) made["kind"] = kind;
    for (const field of this.fields(noun)) made[field.name] = field.fallback === undefined ? this.least(field) : field.fallback;
    return made;
  }

  private least(field: Field): Json {
    if (field.nullable) return null;
    switch (field.type) {
      case "number":
        return field.soft?.[0] || field.low || 1;
      case "choice":
        return field.options[0] ?? "";
      case "toggle":
        return false;
      case "seed":
        return 0;
      case "tuple":
        return field.items.map((item) => this.least(item));
      case "pairs":
      case "gradient":
      case "list":
        return [];
      case "noun":
        return this.blank(field.node);
      case "union":
        return field.variants[0] ? this.blank(field.variants[0].node) : null;
      case "map":
      case "json":
        return {};
      case "text":
        return "";
    }
  }
}

/** Whether a setting shows beside the others' values. */
export function shows(field: Field, values: Node): boolean {
  return Object.entries(field.showIf).every(([name, wanted]) => name in values && wanted.includes(values[name] ?? null));
}

/** The value at a path inside a JSON value. */
export function at(value: Json | undefined, path: string[]): Json | undefined {
  return path.reduce<Json | undefined>((held, word) => {
    if (Array.isArray(held)) return held[Number(word)];
    return isNode(held) ? held[word] : undefined;
  }, value);
}

/** A copy with another value at a path. */
export function put(value: Json | undefined, path: string[], next: Json): Json {
  const [word, ...rest] = path;
  if (word === undefined) return next;
  if (Array.isArray(value)) return value.map((item, index) => (index === Number(word) ? put(item, rest, next) : item));
  const node = isNode(value) ? value : {};
  return { ...node, [word]: put(node[word], rest, next) };
}

/** Whether two JSON values are the same. */
export function same(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) return left.length === right.length && left.every((item, index) => same(item, right[index]));
  if (!isNode(left) || !isNode(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => same(left[key], right[key]));
}
