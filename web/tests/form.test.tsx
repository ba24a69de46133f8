import { render } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { localBinding } from "../src/form/binding";
import { Fields } from "../src/form/Form";
import { type Node, Schema } from "../src/form/schema";

/** A stage that nobody here has heard of, as a plugin brings it. */
const NOUN: Node = {
  type: "object",
  description: "Bumps.",
  required: ["id", "kind"],
  "x-own": ["height", "octaves", "how", "smoothness", "wild", "label", "source", "spots", "shape", "center", "layers", "colors", "odd"],
  properties: {
    kind: { const: "acme.bumps" },
    id: { type: "string" },
    height: { type: "number", default: 100, minimum: 0, unit: "m", description: "More is higher.", "x-ui": { widget: "slider", soft: [0, 500], step: 5, scale: "linear" } },
    octaves: { type: "integer", default: 4, minimum: 1, maximum: 12, unit: "count", description: "More is finer." },
    how: { type: "string", enum: ["round", "sharp_edge"], default: "round", description: "Shape." },
    smoothness: { type: "number", default: 1, unit: "m", description: "More is rounder.", "x-ui": { show_if: { how: ["round"] } } },
    wild: { type: "boolean", default: false, description: "On is wild." },
    label: { type: "string", default: "", description: "Any words." },
    source: { anyOf: [{ type: "string" }, { type: "null" }], default: null, description: "A layer.", "x-ui": { widget: "layer" } },
    spots: { type: "array", default: [], items: { $ref: "#/$defs/Spot" }, description: "Spots." },
    shape: { oneOf: [{ $ref: "#/$defs/Ball" }, { $ref: "#/$defs/Box" }], discriminator: { propertyName: "kind" }, description: "A shape." },
    center: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], minItems: 2, maxItems: 2, unit: "m", description: "x and y." },
    layers: { type: "array", items: { type: "string" }, default: [], description: "Names." },
    colors: { type: "object", additionalProperties: { type: "string" }, default: {}, description: "Colors." },
    odd: { type: "null", description: "Not known to any form." },
  },
};
const schema = new Schema({
  properties: { stages: { items: { oneOf: [{ $ref: "#/$defs/Bumps" }] } } },
  $defs: {
    Bumps: NOUN,
    Spot: { type: "object", properties: { name: { type: "string", default: "" }, size: { type: "number", default: 3, description: "Size." } } },
    Ball: { type: "object", properties: { kind: { const: "ball" }, radius: { type: "number", default: 2, minimum: 0, maximum: 9, description: "Radius." } } },
    Box: { type: "object", properties: { kind: { const: "box" }, width: { type: "number", default: 2, description: "Width." } } },
  },
});
const VALUES: Node = { height: 120, octaves: 4, how: "round", smoothness: 1, wild: false, label: "", source: null, spots: [{ name: "first", size: 3 }], shape: { kind: "ball", radius: 2 }, center: [1, 2], layers: ["a"], colors: { grass: "#00ff00" }, odd: null };

const shown = (values: Node): string => {
  const variant = schema.kinds("stages")[0];
  if (!variant) throw new Error("no kind");
  return render(<Fields fields={schema.own(variant.node)} path={[]} binding={localBinding("test", () => values, () => undefined)} schema={schema} />);
};

describe("a stage that only the schema knows", () => {
  const html = shown(VALUES);

  test("has a labelled control for each of its settings, with help, unit and bounds", () => {
    for (const title of ["Height", "Octaves", "How", "Smoothness", "Wild", "Label", "Source", "Spots", "Shape", "Center", "Layers", "Colors", "Odd"]) expect(html).toContain(`>${title}</label>`);
    expect(html).toMatch(/type="range"[^>]*aria-label="Height"[^>]*aria-valuetext="120\u202fm"[^>]*min="0" max="500" step="5"/);
    expect(html).toMatch(/aria-label="Octaves"[^>]*min="1" max="12"/);
    expect(html).toContain('data-help="More is higher."');
    expect(html).toContain("Sharp edge");
    expect(html).toContain('role="switch"');
    expect(html).toContain('aria-label="Center: x"');
    expect(html).toContain("<textarea");
  });

  test("offers the way back where a value is not the default", () => {
    expect(html).toContain('aria-label="Reset Height to 100\u202fm"');
    expect(html).not.toContain("Reset Octaves");
  });

  test("shows the settings of the chosen kind only", () => {
    expect(html).toContain(">Radius</label>");
    expect(html).not.toContain(">Width</label>");
    const box = shown({ ...VALUES, shape: { kind: "box", width: 2 } });
    expect(box).toContain(">Width</label>");
    expect(box).not.toContain(">Radius</label>");
  });

  test("hides what another setting hides", () => {
    expect(shown({ ...VALUES, how: "sharp_edge" })).not.toContain(">Smoothness</label>");
  });

  test("gives every control of the form a name", () => {
    for (const control of html.match(/<(input|select|textarea)[^>]*>/g) ?? []) expect(control).toMatch(/aria-label="[^"]+"/);
    for (const button of html.match(/<button[^>]*>.*?<\/button>/g) ?? []) expect(button).toMatch(/aria-label="[^"]+"|>[^<>]*[A-Za-z][^<>]*</);
  });
});

test("the server's sentence stands at its field", () => {
  const binding = { ...localBinding("test", () => VALUES, () => undefined), refusal: (path: string[]) => (path.join(".") === "height" ? { message: "height must be at least 0.", value: -5 } : null) };
  const html = render(<Fields fields={schema.own(NOUN).slice(0, 2)} path={[]} binding={binding} schema={schema} />);
  expect(html).toContain('role="alert"');
  expect(html).toContain("height must be at least 0.");
  expect(html).toMatch(/aria-label="Height, value"[^>]*aria-invalid[^>]*value="-5"/);
});
