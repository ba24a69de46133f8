/** Maps of the ground that are made when the land or the sun changes: light, color, kind of material. */

import {
  DataArrayTexture,
  HalfFloatType,
  LinearFilter,
  RedFormat,
  RGBAFormat,
  RGFormat,
  FloatType,
  UnsignedByteType,
  Vector2,
  Vector3,
  Vector4,
  type RawShaderMaterial,
  type Texture,
  type TextureDataType,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from "three";
import { COPY, FULLSCREEN, GROUND, LIGHT, OCCLUSION, SHADE_START, SHADE_STEP } from "../glsl/bake";
import type { Air } from "./air";
import { LOOKS, MATERIALS, hexLinear, materialLike, type LookName, type Material } from "./palette";
import { Passes, shader, target, type TargetKind, type Uniforms } from "./passes";
import type { Spend } from "./quality";
import type { World } from "./world";

/** Radius of the sun's disk (degrees): how soft shadows are. */
const SOFT = 0.6;
/** Longest side of the maps of a draft (texels). */
const DRAFT_SIDE = 512;

/** Forest, rock, sand, snow of a material: which fine structure it has. */
const KINDS: Readonly<Record<Material, readonly [number, number, number, number]>> = {
  grass: [0, 0, 0, 0],
  forest: [1, 0, 0, 0],
  soil: [0, 0.35, 0.35, 0],
  scree: [0, 0.8, 0.1, 0],
  rock: [0, 1, 0, 0],
  sand: [0, 0, 1, 0],
  snow: [0, 0, 0, 1],
};

export interface Maps {
  light: Texture;
  color: Texture;
  kind: Texture;
}

export interface Capabilities {
  /** Float textures can be drawn into; without it there are no cast shadows and no occlusion. */
  floatTargets: boolean;
  /** Float textures can be filtered. */
  floatFilter: boolean;
}

/** Size of the baked maps: `most` texels a sample where that fits, else what fits. */
export function bakeSize(cols: number, rows: number, side: number, most: number): [number, number] {
  const scale = Math.min(most, side / Math.max(cols, rows));
  return [Math.max(2, Math.round(cols * scale)), Math.max(2, Math.round(rows * scale))];
}

export class Bake {
  private readonly passes: Passes;
  private targets: Record<string, WebGLRenderTarget> = {};
  private drafts: Record<string, WebGLRenderTarget> = {};
  private readonly materials = new Map<string, RawShaderMaterial>();
  private weights: DataArrayTexture | null = null;
  private shape = "";
  /** Maps of another size, shown until the new ones are made. */
  private before: { light: WebGLRenderTarget; ground: WebGLRenderTarget } | null = null;
  /** Whether the maps hold a world. */
  private made = false;

  constructor(
    renderer: WebGLRenderer,
    private readonly can: Capabilities,
  ) {
    this.passes = new Passes(renderer);
  }

  maps(): Maps {
    const { light, ground } = this.targets as { light: WebGLRenderTarget; ground: WebGLRenderTarget };
    this.made = true;
    this.drop();
    return { light: light.texture, color: ground.textures[0]!, kind: ground.textures[1]! };
  }

  /**
   * Maps for a picture at once: normals of the new land; its color, shadows and sky are those of the land before. Where there is none, the
   * color is made, a few texels wide, and everything lies in the sun.
   */
  draft(world: World, uniforms: Uniforms, look: LookName, exaggeration: number): Maps {
    const [w, h] = bakeSize(world.cols, world.rows, DRAFT_SIDE, 1);
    const shared = { ...uniforms, uLow: { value: world.low }, uExaggeration: { value: exaggeration } };
    const type = this.can.floatTargets ? HalfFloatType : UnsignedByteType;
    const light = this.room("draft", w, h, { format: RGBAFormat, type, mips: true, smooth: true });
    const held = this.made ? (this.targets as { light: WebGLRenderTarget; ground: WebGLRenderTarget }) : this.before;
    this.pass(LIGHT, { ...shared, uLight: { value: held?.light.texture ?? null }, uKnown: { value: held !== null } }, light, { DRAFT: 1 });
    if (held !== null) return { light: light.texture, color: held.ground.textures[0]!, kind: held.ground.textures[1]! };
    const [gw, gh] = bakeSize(world.cols, world.rows, DRAFT_SIDE / 2, 1);
    const blur = this.room("low", gw, gh, { format: RedFormat, type: this.blurType, mips: true, smooth: true });
    const ground = this.room("sketch", gw, gh, { format: RGBAFormat, type: UnsignedByteType, mips: true, smooth: true, count: 2 });
    this.pass(COPY, shared, blur);
    this.ground(world, shared, look, blur, ground);
    return { light: light.texture, color: ground.textures[0]!, kind: ground.textures[1]! };
  }

  /** A target of drafts; made anew when its size changes. */
  private room(name: string, width: number, height: number, kind: TargetKind): WebGLRenderTarget {
    const held = this.drafts[name];
    if (held !== undefined && held.width === width && held.height === height) return held;
    held?.dispose();
    return (this.drafts[name] = target(width, height, kind));
  }

  private get blurType(): TextureDataType {
    if (!this.can.floatTargets) return UnsignedByteType;
    return this.can.floatFilter ? FloatType : HalfFloatType;
  }

  /** Make room; keeps what has the right size already. */
  private allot(world: World, spend: Spend): void {
    const [w, h] = bakeSize(world.cols, world.rows, spend.bakeSide, spend.bakeScale);
    const shape = `${w}x${h}:${world.cols}x${world.rows}:${spend.anisotropy}`;
    if (shape === this.shape) return;
    if (this.made) {
      const { light, ground } = this.targets as { light: WebGLRenderTarget; ground: WebGLRenderTarget };
      this.before = { light, ground };
      delete this.targets["light"];
      delete this.targets["ground"];
    }
    this.release();
    this.shape = shape;
    const [sw, sh] = bakeSize(world.cols, world.rows, spend.bakeSide, 1);
    const [ow, oh] = bakeSize(world.cols, world.rows, 512, 1);
    const half = this.can.floatTargets ? HalfFloatType : UnsignedByteType;
    this.targets = {
      light: target(w, h, { format: RGBAFormat, type: half, mips: true, smooth: true }, spend.anisotropy),
      ground: target(w, h, { format: RGBAFormat, type: UnsignedByteType, mips: true, smooth: true, count: 2 }, spend.anisotropy),
      blur: target(ow, oh, { format: RedFormat, type: this.blurType, mips: true, smooth: true }),
      sky: target(ow, oh, { format: RedFormat, type: UnsignedByteType, mips: false, smooth: true }),
    };
    if (this.can.floatTargets) {
      const kind = { format: RGFormat, type: FloatType, mips: false, smooth: false } as const;
      this.targets["shade"] = target(sw, sh, kind);
      this.targets["other"] = target(sw, sh, kind);
    }
  }

  /** Everything that follows from the land, a step at a time: run before `light`. */
  *land(world: World, uniforms: Uniforms, look: LookName, exaggeration: number, spend: Spend): Generator<void> {
    this.allot(world, spend);
    const t = this.targets as Record<"blur" | "sky" | "ground", WebGLRenderTarget>;
    const shared = { ...uniforms, uLow: { value: world.low }, uExaggeration: { value: exaggeration } };
    this.pass(COPY, shared, t.blur);
    yield;
    const [directions, steps] = spend.occlusion;
    const texel = world.width / t.blur.width;
    const far = Math.max(t.blur.width, t.blur.height) / 5;
    const defines = { DIRECTIONS: directions, STEPS: steps, GROWTH: ((far / 1.5) ** (1 / (steps - 1))).toFixed(3) };
    const seen = {
      uBlur: { value: t.blur.texture },
      uTexels: { value: new Vector2(t.blur.width, t.blur.height) },
      uTexel: { value: texel },
    };
    this.pass(OCCLUSION, seen, t.sky, defines);
    yield;
    this.ground(world, shared, look, t.blur, t.ground);
  }

  private ground(world: World, shared: Uniforms, look: LookName, blur: WebGLRenderTarget, into: WebGLRenderTarget): void {
    const colors = LOOKS[look];
    const names = [...world.layers.keys()].filter((name) => name.startsWith("splat")).slice(0, 12);
    const like = names.map((name) => materialLike(name));
    this.stack(world, names);
    const defines: Record<string, string | number> = {};
    if (names.length > 0) defines["WEIGHTS"] = names.length;
    if (world.water !== null) defines["LAKES"] = 1;
    const palette = (names.length > 0 ? like : MATERIALS).map((name) => new Vector3(...hexLinear(colors.materials[name])));
    const grain = Math.max(world.width, world.length) / 1024;
    const uniforms = {
      ...shared,
      uBlur: { value: blur.texture },
      uGrain: { value: grain },
      uSmooth: { value: Math.max(0, Math.log2((8 * grain) / (world.width / blur.width))) },
      uRules: { value: new Vector4(colors.snowLine, colors.treeLine, colors.rockSlope, colors.forest) },
      uSea: { value: world.hasSea ? world.sea : -1e9 },
      uPalette: { value: palette },
      uKinds: { value: like.map((name) => new Vector4(...KINDS[name])) },
      uWeights: { value: this.weights },
    };
    this.pass(GROUND, uniforms, into, defines);
  }

  /** Lay the weights of the materials into one array of textures. */
  private stack(world: World, names: readonly string[]): void {
    this.weights?.dispose();
    this.weights = null;
    if (names.length === 0) return;
    const size = world.rows * world.cols;
    const data = new Uint8Array(size * names.length);
    names.forEach((name, k) => {
      const layer = world.layers.get(name)!;
      if (layer.data instanceof Uint8Array) data.set(layer.data, k * size);
      else data.set(layer.data.map((weight) => 255 * Math.min(Math.max(weight, 0), 1)), k * size);
    });
    const texture = new DataArrayTexture(data, world.cols, world.rows, names.length);
    texture.format = RedFormat;
    texture.type = UnsignedByteType;
    texture.minFilter = LinearFilter;
    texture.magFilter = LinearFilter;
    texture.unpackAlignment = 1;
    texture.needsUpdate = true;
    this.weights = texture;
  }

  /** Normals, the sun's shadow and the sky's share, a step at a time. */
  *light(world: World, uniforms: Uniforms, air: Air, exaggeration: number, shadows: boolean): Generator<void> {
    const t = this.targets as Record<"light" | "sky", WebGLRenderTarget>;
    const shared = { ...uniforms, uLow: { value: world.low }, uExaggeration: { value: exaggeration }, uSky: { value: t.sky.texture } };
    const cast = shadows && this.targets["shade"] !== undefined;
    const shade = cast ? yield* this.shadow(world, shared, air, exaggeration) : null;
    this.pass(LIGHT, { ...shared, uShade: { value: shade } }, t.light, cast ? { SHADOWS: 1 } : {});
  }

  private *shadow(world: World, shared: Uniforms, air: Air, exaggeration: number): Generator<void, Texture> {
    let { shade: from, other: to } = this.targets as Record<"shade" | "other", WebGLRenderTarget>;
    this.pass(SHADE_START, shared, from);
    const altitude = Math.asin(air.sun[1]);
    const soft = (SOFT * Math.PI) / 180;
    const falls = [Math.max(altitude - soft, 0.005), Math.min(altitude + soft, 1.5)].map(Math.tan);
    const flat = Math.hypot(air.sun[0], air.sun[2]);
    const tx = world.width / (from.width - 1);
    const ty = world.length / (from.height - 1);
    const longest = Math.min(((world.high - world.low) * exaggeration) / falls[0]!, Math.hypot(world.width, world.length));
    const toward = new Vector2();
    const fall = new Vector2();
    const material = this.material(SHADE_STEP, { uShade: { value: null }, uToward: { value: toward }, uFall: { value: fall } }, {});
    for (let reach = Math.min(tx, ty); flat > 1e-6 && reach < 2 * longest; reach *= 2) {
      material.uniforms["uShade"]!.value = from.texture;
      toward.set((air.sun[0] / flat) * (reach / tx), (air.sun[2] / flat) * (reach / ty));
      fall.set(falls[0]! * reach, falls[1]! * reach);
      this.passes.run(material, to);
      [from, to] = [to, from];
      yield;
    }
    return from.texture;
  }

  private pass(fragment: string, uniforms: Uniforms, into: WebGLRenderTarget, defines: Record<string, string | number> = {}): void {
    this.passes.run(this.material(fragment, uniforms, defines), into);
  }

  /** The shader of a pass, compiled once, with the values of this run. */
  private material(fragment: string, uniforms: Uniforms, defines: Record<string, string | number>): RawShaderMaterial {
    const key = JSON.stringify(defines) + fragment;
    const known = this.materials.get(key);
    const material = known ?? shader(FULLSCREEN, fragment, uniforms, defines);
    // the renderer keeps the uniforms it met first: only their values may change
    for (const [name, uniform] of Object.entries(uniforms)) material.uniforms[name]!.value = uniform.value;
    material.uniformsNeedUpdate = true;
    this.materials.set(key, material);
    return material;
  }

  private release(): void {
    for (const one of Object.values(this.targets)) one.dispose();
    this.targets = {};
    this.shape = "";
    this.made = false;
  }

  /** Forget what was drawn: the graphics device lost it. */
  forget(): void {
    this.release();
    for (const one of Object.values(this.drafts)) one.dispose();
    this.drafts = {};
    this.drop();
  }

  private drop(): void {
    this.before?.light.dispose();
    this.before?.ground.dispose();
    this.before = null;
  }

  dispose(): void {
    this.forget();
    this.weights?.dispose();
    for (const material of this.materials.values()) material.dispose();
    this.passes.dispose();
  }
}
