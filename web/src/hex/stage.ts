/** What is drawn of a hex map: chunks, things, waters, sky, and the sun's shadow. */

import {
  BufferAttribute,
  BufferGeometry,
  CustomBlending,
  DataTexture,
  DoubleSide,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LinearFilter,
  LinearMipmapLinearFilter,
  Matrix4,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  type RawShaderMaterial,
  RepeatWrapping,
  RGBAFormat,
  Scene,
  SrcAlphaFactor,
  UnsignedByteType,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
} from "three";
import type { Vec3 } from "../camera/rig";
import { WATERS_FRAGMENT, WATERS_VERTEX } from "../glsl/hexfluid";
import { DEPTH_FRAGMENT, DEPTH_GROUND_VERTEX, DEPTH_THING_VERTEX, DEPTH_VERTEX, GROUND_FRAGMENT, GROUND_VERTEX, ROAD_FRAGMENT, ROAD_VERTEX, THING_FRAGMENT, THING_VERTEX, WALL_FRAGMENT, WALL_VERTEX } from "../glsl/hexmap";
import { airOf, exposureOf } from "../scene/air";
import type { Lens } from "../scene/lens";
import { hexLinear } from "../scene/palette";
import { shader, type Uniforms } from "../scene/passes";
import { SPENDS } from "../scene/quality";
import { skyMesh } from "../scene/surroundings";
import { cloudTexture, surfaceTexture } from "../scene/textures";
import type { Quality, Sun } from "../scene/types";
import type { HexMesh } from "../link/frame";
import type { Foresight } from "./foresee";
import { Labels } from "./labels";
import { type Change, type Chunk, type HexModel, keyOf } from "./model";
import { SunShadow } from "./sunshadow";
import { CellTables } from "./tables";

/** Sand, grass, mud, stone, snow: on the flat, and where it is steep. */
const COLORS = ["#cbb37c", "#6f8a48", "#74593c", "#86847f", "#e4eaf0"] as const;
const CLIFFS = ["#b08e5f", "#7b6a50", "#6a523a", "#75716c", "#9aa3ad"] as const;

type Drawn = Mesh<BufferGeometry, RawShaderMaterial>;

interface Piece {
  drawn: Drawn[];
  casters: Drawn[];
  /** Where its middle is, and how far it was moved around the map (m). */
  x: number;
  moved: number;
}

export class HexStage {
  readonly scene = new Scene();
  readonly labels: Labels;
  model: HexModel | null = null;
  /** Middle of the map (m), where the view's frame has its zero. */
  middle: readonly [number, number] = [0, 0];
  private readonly shadow: SunShadow;
  private readonly tables: CellTables;
  private foreseen: Foresight = new Map();
  private readonly pieces = new Map<string, Piece>();
  private things: { drawn: Drawn; caster: Drawn }[] = [];
  private readonly shared: Uniforms;
  private readonly sky: ReturnType<typeof skyMesh>;
  private readonly detail = surfaceTexture(4);
  private readonly cloud = cloudTexture();
  private materials: Record<"ground" | "roads" | "water" | "shore" | "estuaries" | "rivers" | "walls" | "things" | "depth" | "depthGround" | "depthThing", RawShaderMaterial>;
  private noiseTexture: DataTexture | null = null;

  constructor(
    renderer: WebGLRenderer,
    private quality: Quality,
    private sun: Sun,
  ) {
    const v3 = (): { value: Vector3 } => ({ value: new Vector3() });
    const number = (value = 0): { value: number } => ({ value });
    const colors = (from: readonly string[]): { value: Vector3[] } => ({ value: from.map((color) => new Vector3(...hexLinear(color))) });
    this.shared = {
      uEye: v3(),
      uViewProjection: { value: new Matrix4() },
      uUnproject: { value: new Matrix4() },
      uSun: v3(),
      uSunlight: v3(),
      uZenith: v3(),
      uHorizon: v3(),
      uGlow: v3(),
      uHaze: v3(),
      uThin: { value: new Vector2() },
      uExposure: number(1),
      uClouds: number(0.4),
      uSunSize: number(0.99993),
      uCloud: { value: this.cloud },
      uFloor: number(),
      uThick: number(1),
      uExtent: number(1),
      uHalf: { value: new Vector2(1, 1) },
      uOpenSea: { value: false },
      uShadowMap: { value: null },
      uShadowView: { value: new Matrix4() },
      uShadowSize: { value: new Vector2() },
      uCells: { value: null },
      uMarks: { value: null },
      uMarkRows: number(1),
      uAround: { value: new Vector2() },
      uMapOrigin: { value: new Vector2() },
      uCell: { value: new Vector4(1, 10, 3, 1) },
      uNoise: { value: null },
      uMiddle: { value: new Vector2() },
      uHexScale: { value: new Vector4(0.025, 0.015, 0.025, 0.1) },
      uTime: number(),
      uPixel: number(0.001),
      uGrid: number(0),
      uDetail: { value: this.detail },
      uColors: colors(COLORS),
      uCliffs: colors(CLIFFS),
      uRight: v3(),
      uAhead: v3(),
      uSize: number(3),
    };
    this.shadow = new SunShadow(renderer, this.shared);
    this.tables = new CellTables(this.shared);
    this.materials = this.makeMaterials();
    this.sky = skyMesh(this.shared);
    this.labels = new Labels(this.shared);
    this.scene.add(this.sky, this.labels.mesh);
    this.light();
  }

  private makeMaterials(): typeof this.materials {
    const spend = SPENDS[this.quality.preset];
    const soft: Record<string, number> = spend.detail > 1 ? { SOFT: 1 } : {};
    const glass = (material: RawShaderMaterial): RawShaderMaterial => {
      material.transparent = true;
      material.depthWrite = false;
      material.blending = CustomBlending;
      material.blendSrc = SrcAlphaFactor;
      material.blendDst = OneMinusSrcAlphaFactor;
      material.blendSrcAlpha = OneFactor;
      material.blendDstAlpha = OneMinusSrcAlphaFactor;
      return material;
    };
    const water = (form: number): RawShaderMaterial => glass(shader(WATERS_VERTEX, WATERS_FRAGMENT, this.shared, { FORM: form, ...soft }));
    const depth = (vertex: string, uniforms: Uniforms): RawShaderMaterial => {
      const material = shader(vertex, DEPTH_FRAGMENT, uniforms);
      material.polygonOffset = true;
      material.polygonOffsetFactor = 1.5;
      material.polygonOffsetUnits = 2;
      material.side = DoubleSide;
      material.colorWrite = false;
      return material;
    };
    const rivers = water(3);
    rivers.side = DoubleSide;
    const seen = { ...this.shared, uViewProjection: this.shadow.view };
    return {
      ground: shader(GROUND_VERTEX, GROUND_FRAGMENT, this.shared, { DETAIL: spend.detail, ...soft }),
      roads: glass(shader(ROAD_VERTEX, ROAD_FRAGMENT, this.shared, soft)),
      water: water(0),
      shore: water(1),
      estuaries: water(2),
      rivers,
      walls: shader(WALL_VERTEX, WALL_FRAGMENT, this.shared, soft),
      things: shader(THING_VERTEX, THING_FRAGMENT, this.shared, soft),
      depth: depth(DEPTH_VERTEX, seen),
      depthGround: depth(DEPTH_GROUND_VERTEX, seen),
      depthThing: depth(DEPTH_THING_VERTEX, seen),
    };
  }

  private set(name: string, value: unknown): void {
    this.shared[name]!.value = value;
  }

  /** Take in what a frame changed. */
  update(model: HexModel, change: Change): void {
    this.model = model;
    if (change.whole) {
      for (const key of [...this.pieces.keys()]) this.drop(key);
      this.place(model);
    }
    const stood = change.chunks.some((key) => this.pieces.has(key) || (model.chunks.get(key)?.instances.length ?? 0) > 0);
    for (const key of change.chunks) {
      this.drop(key);
      const chunk = model.chunks.get(key);
      if (chunk) this.add(chunk);
    }
    if (change.whole || change.cells || this.foreseen.size > 0) this.tables.paint(model, this.foreseen);
    if (change.whole || stood) this.stand(model);
    this.floor(model);
    if (change.whole || change.chunks.length > 0) this.shadow.stale = true;
  }

  private place(model: HexModel): void {
    const { frame } = model;
    const width = (frame.columns - 0.5) * 2 * frame.inner_radius;
    const depth = (frame.rows - 1) * 1.5 * frame.outer_radius;
    this.middle = [frame.origin[0] + width / 2, frame.origin[1] + depth / 2];
    (this.shared["uMiddle"]!.value as Vector2).set(...this.middle);
    (this.shared["uMapOrigin"]!.value as Vector2).set(...frame.origin);
    (this.shared["uCell"]!.value as Vector4).set(frame.columns, frame.outer_radius, frame.elevation_step, frame.outer_radius / 10);
    const { waves, foam, road, slant } = frame.scales;
    (this.shared["uHexScale"]!.value as Vector4).set(waves, foam, road, slant);
    (this.shared["uHalf"]!.value as Vector2).set(width / 2 + frame.inner_radius, depth / 2 + frame.outer_radius);
    this.set("uExtent", Math.hypot(width, depth) + 4 * frame.outer_radius);
    this.set("uSize", 0.31 * frame.outer_radius);
    this.noiseTexture?.dispose();
    const { size, bytes } = model.noise;
    const noise = new DataTexture(bytes, size, size, RGBAFormat, UnsignedByteType);
    noise.wrapS = noise.wrapT = RepeatWrapping;
    noise.magFilter = LinearFilter;
    noise.minFilter = LinearMipmapLinearFilter;
    noise.generateMipmaps = true;
    noise.anisotropy = 4;
    noise.needsUpdate = true;
    this.noiseTexture = noise;
    this.set("uNoise", noise);
    this.tables.place(model);
  }

  private floor(model: HexModel): void {
    const step = model.frame.elevation_step;
    this.set("uFloor", model.low + 0.2 * step);
    this.set("uThick", Math.max(3 * step, 0.02 * (this.shared["uExtent"]!.value as number)));
    this.light();
  }

  /** Show what edits will do before the server has done it: heights and kinds of ground of some cells. */
  foresee(foreseen: Foresight): void {
    const { model } = this;
    if (model === null || (foreseen.size === 0 && this.foreseen.size === 0)) return;
    this.foreseen = foreseen;
    this.tables.paint(model, foreseen);
    this.shadow.stale = true;
  }

  /** Mark cells: bit 0 the brush, 1 the way, 2 its ends. */
  mark(marks: ReadonlyMap<number, number>): void {
    this.tables.mark(marks);
  }

  private drop(key: string): void {
    const piece = this.pieces.get(key);
    if (!piece) return;
    for (const mesh of piece.drawn) {
      this.scene.remove(mesh);
      mesh.geometry.dispose();
    }
    for (const mesh of piece.casters) this.shadow.scene.remove(mesh);
    this.pieces.delete(key);
  }

  private add(chunk: Chunk): void {
    const names = ["ground", "rivers", "roads", "water", "shore", "estuaries", "walls"] as const;
    const order = { ground: 0, walls: 0, roads: 3, water: 4, shore: 4, estuaries: 4, rivers: 5 };
    const origin = [chunk.origin[0] - this.middle[0], chunk.origin[1] - this.middle[1], chunk.origin[2]] as const;
    const size = this.model?.frame.chunk_size ?? 1;
    const piece: Piece = { drawn: [], casters: [], x: origin[0] + size * (this.model?.frame.inner_radius ?? 0), moved: 0 };
    names.forEach((name, k) => {
      const from = chunk.meshes[k];
      if (from === undefined || from.faces.length === 0) return;
      const geometry = geometryOf(from);
      const mesh = this.drawn(geometry, this.materials[name], origin);
      mesh.userData["name"] = name;
      mesh.renderOrder = order[name];
      piece.drawn.push(mesh);
      this.scene.add(mesh);
      if (name !== "ground" && name !== "walls") return;
      const caster = this.drawn(geometry, name === "ground" ? this.materials.depthGround : this.materials.depth, origin);
      piece.casters.push(caster);
      this.shadow.scene.add(caster);
    });
    this.pieces.set(keyOf(chunk.key), piece);
  }

  private drawn(geometry: BufferGeometry, material: RawShaderMaterial, origin: readonly [number, number, number]): Drawn {
    const mesh = new Mesh(geometry, material);
    mesh.position.set(origin[0], origin[2], -origin[1]);
    mesh.updateMatrixWorld();
    mesh.matrixAutoUpdate = false;
    return mesh;
  }

  /** Put every thing that stands on the map where it stands: one drawing for each model. */
  private stand(model: HexModel): void {
    for (const { drawn, caster } of this.things) {
      this.scene.remove(drawn);
      this.shadow.scene.remove(caster);
      drawn.geometry.dispose();
    }
    this.things = [];
    const counts = new Uint32Array(model.models.length);
    for (const { instances } of model.chunks.values()) for (let k = 7; k < instances.length; k += 8) counts[instances[k]!]! += 1;
    const places = [...counts].map((count) => new Float32Array(4 * count));
    const scales = [...counts].map((count) => new Float32Array(3 * count));
    counts.fill(0);
    for (const { instances, origin } of model.chunks.values()) {
      const [ox, oy] = [origin[0] - this.middle[0], origin[1] - this.middle[1]];
      for (let k = 0; k < instances.length; k += 8) {
        const which = instances[k + 7]!;
        const at = counts[which]!++;
        places[which]!.set([instances[k]! + ox, instances[k + 1]! + oy, instances[k + 2]! + origin[2], instances[k + 3]!], 4 * at);
        scales[which]!.set(instances.subarray(k + 4, k + 7), 3 * at);
      }
    }
    model.models.forEach((from, k) => {
      if (counts[k] === 0) return;
      const geometry = new InstancedBufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(from.places, 3));
      geometry.setAttribute("color", new BufferAttribute(from.colors, 4, true));
      geometry.setIndex(new BufferAttribute(from.faces, 1));
      geometry.setAttribute("iPlace", new InstancedBufferAttribute(places[k]!, 4));
      geometry.setAttribute("iScale", new InstancedBufferAttribute(scales[k]!, 3));
      geometry.instanceCount = counts[k]!;
      const drawn: Drawn = new Mesh(geometry, this.materials.things);
      const caster: Drawn = new Mesh(geometry, this.materials.depthThing);
      drawn.frustumCulled = caster.frustumCulled = false;
      this.scene.add(drawn);
      this.shadow.scene.add(caster);
      this.things.push({ drawn, caster });
    });
  }

  private light(): void {
    const extent = this.shared["uExtent"]!.value as number;
    const low = this.model?.low ?? 0;
    const high = this.model?.high ?? 1;
    const air = airOf(this.sun, 1.4 * extent, low, Math.max(high - low, 0.05 * extent), this.quality.haze ? 1 : 0.12);
    const lights = { uSun: air.sun, uSunlight: air.sunlight, uZenith: air.zenith, uHorizon: air.horizon, uGlow: air.glow, uHaze: air.haze };
    for (const [name, value] of Object.entries(lights)) (this.shared[name]!.value as Vector3).set(...value);
    this.set("uExposure", exposureOf(air));
    (this.shared["uThin"]!.value as Vector2).set(air.thin, air.base);
  }

  setSun(sun: Sun): void {
    this.sun = { azimuth: sun.azimuth, elevation: Math.min(Math.max(sun.elevation, 8), 89.5) };
    this.light();
    this.shadow.stale = true;
  }

  setQuality(quality: Quality): void {
    const before = this.quality;
    this.quality = quality;
    this.shadow.stale = true;
    this.light();
    if (before.preset === quality.preset) return;
    for (const material of Object.values(this.materials)) material.dispose();
    this.materials = this.makeMaterials();
    const { model } = this;
    if (model !== null) this.update(model, { whole: true, chunks: [...model.chunks.keys()], cells: true });
  }

  setGrid(strength: number): void {
    this.set("uGrid", strength);
  }

  /** Whether water moves by itself. */
  get animated(): boolean {
    return SPENDS[this.quality.preset].animate && [...this.pieces.values()].some((piece) => piece.drawn.some((mesh) => mesh.renderOrder >= 4));
  }

  /** Hand the camera to the shaders, and draw the shadow anew when it is not what the sun sees. */
  prepare(lens: Lens, eye: Vec3, target: Vec3, reach: number, right: Vec3, ahead: Vec3, pixel: number, time: number): void {
    (this.shared["uEye"]!.value as Vector3).set(...eye);
    (this.shared["uViewProjection"]!.value as Matrix4).copy(lens.viewProjection);
    (this.shared["uUnproject"]!.value as Matrix4).copy(lens.unproject);
    (this.shared["uRight"]!.value as Vector3).set(...right);
    (this.shared["uAhead"]!.value as Vector3).set(...ahead);
    this.set("uPixel", pixel);
    this.set("uTime", time);
    const water = this.quality.water;
    for (const piece of this.pieces.values()) for (const mesh of piece.drawn) if (mesh.renderOrder >= 4) mesh.visible = water;
    this.turn(target[0]);
    this.shadow.update(target, reach, this.quality);
  }

  /** A map that wraps has no end: its chunks lie on the side that the camera is nearer to. */
  private turn(x: number): void {
    const frame = this.model?.frame;
    const around = frame?.wrap ? 2 * frame.inner_radius * frame.columns : 0;
    (this.shared["uAround"]!.value as Vector2).set(around, x);
    if (around === 0) return;
    for (const piece of this.pieces.values()) {
      const moved = around * Math.round((x - piece.x) / around);
      if (moved === piece.moved) continue;
      for (const mesh of [...piece.drawn, ...piece.casters]) {
        mesh.position.x += moved - piece.moved;
        mesh.updateMatrix();
        mesh.updateMatrixWorld(true);
      }
      piece.moved = moved;
      this.shadow.stale = true;
    }
  }

  /** The graphics device lost everything: make it again. */
  lost(): void {
    for (const texture of [this.noiseTexture, this.cloud, this.detail]) if (texture !== null) texture.needsUpdate = true;
    this.tables.lost();
    this.shadow.lost();
  }

  dispose(): void {
    for (const key of [...this.pieces.keys()]) this.drop(key);
    for (const { drawn } of this.things) drawn.geometry.dispose();
    for (const material of Object.values(this.materials)) material.dispose();
    for (const texture of [this.noiseTexture, this.cloud, this.detail]) texture?.dispose();
    this.tables.dispose();
    this.labels.dispose();
    this.sky.geometry.dispose();
    this.sky.material.dispose();
    this.shadow.lost();
  }
}

function geometryOf(from: HexMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(from.places, 3));
  if (from.weights !== null) geometry.setAttribute("weights", new BufferAttribute(from.weights, 4, true));
  if (from.cells !== null) geometry.setAttribute("cells", new BufferAttribute(from.cells, 3));
  if (from.uv0 !== null) geometry.setAttribute("uv", new BufferAttribute(from.uv0, 2));
  if (from.uv1 !== null) geometry.setAttribute("uv1", new BufferAttribute(from.uv1, 2));
  geometry.setIndex(new BufferAttribute(from.faces, 1));
  // three culls by spheres in its own frame: y up
  geometry.computeBoundingSphere();
  const sphere = geometry.boundingSphere!;
  sphere.center.set(sphere.center.x, sphere.center.z, -sphere.center.y);
  return geometry;
}
