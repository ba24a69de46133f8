/** What is drawn of a planet: the surface in patches, clouds around it, space with stars, the sun and the glow of the air. */

import {
  BufferAttribute,
  CustomBlending,
  type BufferGeometry,
  type DataArrayTexture,
  DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LinearFilter,
  Matrix4,
  Mesh,
  OneMinusSrcAlphaFactor,
  type RawShaderMaterial,
  RGBAFormat,
  Scene,
  SrcAlphaFactor,
  UnsignedByteType,
  Vector3,
  type WebGLRenderer,
} from "three";
import { PLANET_FRAGMENT, PLANET_VERTEX } from "../glsl/planet/ground";
import { RAY_VERTEX, SHELL_FRAGMENT, SPACE_FRAGMENT } from "../glsl/planet/sky";
import { coveringTriangle, shader, type Uniforms } from "../scene/passes";
import { type Bounds, boundsOf } from "../scene/quadtree";
import { SPENDS } from "../scene/quality";
import { patchOf } from "../scene/terrain";
import { surfaceTexture, waveTexture } from "../scene/textures";
import type { Quality } from "../scene/types";
import { axisUniforms, heightTexture, PlanetBake, paintTexture, texelsFor } from "./bake";
import type { Heaven } from "./heaven";
import type { PlanetLens } from "./lens";
import type { Change, PlanetModel } from "./model";
import { choosePatches, Chosen, PLANET_MORPH, type PlanetEye } from "./quadtree";
import { directionOf, type Vec3 } from "./sphere";
import { TilePool } from "./tilepool";
import { TileStore } from "./tiles";

const MOST = 2048;
/** Height in which air thins by e (radii); more than real ones, so that it shows. */
const THIN = 0.011;
const BLUE = [0.062, 0.138, 0.31] as const;
const DUST = [0.30, 0.21, 0.15] as const;

type Drawn = Mesh<BufferGeometry, RawShaderMaterial>;

export class PlanetStage {
  readonly scene = new Scene();
  model: PlanetModel | null = null;
  patches = 0;
  private readonly bake: PlanetBake;
  private readonly shared: Uniforms;
  private readonly space: Drawn;
  private readonly shell: Drawn;
  private ground: Mesh<InstancedBufferGeometry, RawShaderMaterial> | null = null;
  readonly tiles: TileStore;
  private readonly pool: TilePool;
  private chosen = new Chosen(MOST);
  private attributes: InstancedBufferAttribute[] = [];
  private bounds: Bounds[] = [];
  private height: DataArrayTexture | null = null;
  private paint: DataArrayTexture | null = null;
  private ramps: DataTexture | null = null;
  private readonly waves = waveTexture();
  private readonly detail: DataArrayTexture;
  private stale: Change = { elevation: true, paint: true, ramps: true };
  private exaggeration = 1;

  constructor(
    renderer: WebGLRenderer,
    private quality: Quality,
    private heaven: Heaven,
  ) {
    const spend = SPENDS[quality.preset];
    this.bake = new PlanetBake(renderer, spend.anisotropy);
    this.detail = surfaceTexture(spend.anisotropy);
    this.pool = new TilePool(renderer);
    this.tiles = new TileStore(this.pool.room, (data) => this.pool.put(data));
    const v3 = (): { value: Vector3 } => ({ value: new Vector3() });
    const number = (value = 0): { value: number } => ({ value });
    this.shared = {
      ...axisUniforms(),
      uEven: { value: false },
      uHeight: { value: null },
      uNodes: number(2),
      uScale: number(1),
      uViewProjection: { value: new Matrix4() },
      uUnproject: { value: new Matrix4() },
      uEyePlace: v3(),
      uEyeHeight: number(),
      uAbove: number(),
      uSea: { value: false },
      uSun: v3(),
      uAir: v3(),
      uAirColor: v3(),
      uExposure: number(1),
      uSurface: { value: null },
      uPaint: { value: null },
      uCloud: { value: null },
      uRamps: { value: null },
      uRampRows: number(2),
      uPainted: { value: 0 },
      uWaves: { value: this.waves },
      uDetail: { value: this.detail },
      uRelief: number(1),
      uSmooth: number(0.7),
      uPixel: number(0.001),
      uTime: number(),
      uClouds: number(),
      uCloudTop: number(0.02),
      uExaggeration: number(1),
      uRipple: number(1e-5),
      uTileColors: { value: false },
      ...this.pool.uniforms,
      uLow: number(),
      uHigh: number(),
      uStars: number(1),
    };
    const steps = { AIR_STEPS: spend.detail === 2 ? 8 : 5, SKY_STEPS: spend.detail === 2 ? 16 : 9 };
    this.space = new Mesh(coveringTriangle(), shader(RAY_VERTEX, SPACE_FRAGMENT, this.shared, steps));
    this.shell = new Mesh(coveringTriangle(), shader(RAY_VERTEX, SHELL_FRAGMENT, this.shared, steps));
    for (const mesh of [this.space, this.shell]) {
      mesh.frustumCulled = false;
      mesh.material.depthWrite = false;
    }
    // space first where nothing covers it, clouds over all
    this.space.renderOrder = 1;
    this.shell.renderOrder = 2;
    this.shell.material.transparent = true;
    this.shell.material.blending = CustomBlending;
    this.shell.material.blendSrc = SrcAlphaFactor;
    this.shell.material.blendDst = OneMinusSrcAlphaFactor;
    this.scene.add(this.space, this.shell);
    this.rebuild();
    this.setHeaven(heaven);
  }

  private set(name: string, value: unknown): void {
    this.shared[name]!.value = value;
  }

  private vector(name: string, value: readonly [number, number, number]): void {
    (this.shared[name]!.value as Vector3).set(...value);
  }

  /** What differs from patch to patch, anew: its arrays are those that patches are chosen into. */
  private instances(geometry: InstancedBufferGeometry): void {
    this.chosen = new Chosen(MOST);
    this.attributes = Object.entries(this.chosen.arrays).map(([name, [array, size]]) => {
      const attribute = new InstancedBufferAttribute(array, size);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
      return attribute;
    });
  }

  private rebuild(): void {
    const spend = SPENDS[this.quality.preset];
    if (this.ground !== null) {
      this.scene.remove(this.ground);
      this.ground.geometry.dispose();
      this.ground.material.dispose();
    }
    const patch = patchOf(spend.patch);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(patch.position, 3));
    geometry.setAttribute("side", new BufferAttribute(patch.side, 2));
    geometry.setIndex(new BufferAttribute(patch.index, 1));
    this.instances(geometry);
    geometry.instanceCount = 0;
    const own: Uniforms = { uQuads: { value: spend.patch }, uMorph0: { value: PLANET_MORPH[0] }, uMorph1: { value: PLANET_MORPH[1] } };
    const material = shader(PLANET_VERTEX, PLANET_FRAGMENT, { ...this.shared, ...own }, { AIR_STEPS: spend.detail === 2 ? 8 : 5 });
    material.side = DoubleSide;
    this.ground = new Mesh(geometry, material);
    this.ground.frustumCulled = false;
    this.scene.add(this.ground);
    this.bounds = [];
    this.stale.elevation = true;
  }

  private get patchQuads(): number {
    return SPENDS[this.quality.preset].patch;
  }

  /** Metres to radii, exaggerated. */
  get scale(): number {
    return this.exaggeration / (this.model?.header.radius ?? 1);
  }

  update(model: PlanetModel, change: Change): void {
    this.model = model;
    const { depths, radius, mapping } = model.header;
    this.tiles.setPlanet(depths, model.elevation.side, mapping, radius);
    for (const part of ["elevation", "paint", "ramps"] as const) this.stale[part] ||= change[part];
    this.place();
  }

  setExaggeration(factor: number): void {
    if (factor === this.exaggeration) return;
    this.exaggeration = factor;
    this.stale.elevation = true;
    this.place();
  }

  setQuality(quality: Quality): void {
    const before = this.quality.preset;
    this.quality = quality;
    if (before !== quality.preset) this.rebuild();
    this.setHeaven(this.heaven);
  }

  setHeaven(heaven: Heaven): void {
    this.heaven = heaven;
    this.vector("uSun", directionOf(heaven.latitude, heaven.longitude));
    this.place();
  }

  /** What follows from the header and from what the person chose. */
  private place(): void {
    const { model, heaven, quality } = this;
    if (model === null) return;
    const { header } = model;
    const { scale } = this;
    const high = Math.max(header.high * scale, 0);
    this.set("uEven", header.mapping === "even");
    this.set("uScale", scale);
    this.set("uExaggeration", this.exaggeration);
    this.set("uRipple", Math.min(24 / header.radius, 0.004));
    this.set("uTileColors", header.paint === "colors");
    this.set("uSea", header.sea && quality.water);
    this.set("uSmooth", header.smoothness);
    this.set("uLow", header.low * scale);
    this.set("uHigh", header.high * scale);
    this.set("uPainted", header.paint === "ramps" ? 1 : header.paint === "colors" ? 2 : 0);
    // low land is shaded as if it were higher, so that it shows from space
    this.set("uRelief", reliefOf((header.high - header.low) * scale));
    const air = quality.haze ? heaven.air : 0;
    this.vector("uAir", [THIN + 0.12 * high, air, header.sea ? 1 : 2.2]);
    this.vector("uAirColor", header.sea ? BLUE : DUST);
    this.set("uClouds", heaven.clouds);
    this.set("uCloudTop", 0.012 + 0.72 * high);
    this.set("uStars", heaven.stars ? 1 : 0);
    this.shell.visible = heaven.clouds > 0;
  }

  /** Bring the textures up to date: only those that changed. */
  refresh(): void {
    const { model, stale } = this;
    if (model === null) return;
    const { header, elevation } = model;
    const fine = SPENDS[this.quality.preset].detail === 2;
    if (this.shared["uCloud"]!.value === null) this.set("uCloud", this.bake.clouds().texture);
    if (stale.elevation) {
      this.height?.dispose();
      this.height = heightTexture(elevation);
      this.set("uHeight", this.height);
      this.set("uNodes", elevation.side);
      const { side, values } = elevation;
      this.bounds = Array.from({ length: 6 }, (_, face) => boundsOf(values.subarray(face * side * side, (face + 1) * side * side), side, side, this.patchQuads));
      const texels = texelsFor(side, fine);
      this.set("uSurface", this.bake.surface(this.height, side, header.mapping, this.scale, texels).texture);
    }
    if (stale.paint) {
      const nodes = header.paint === "ramps" ? model.biomes : header.paint === "colors" ? model.colors : null;
      this.paint?.dispose();
      this.paint = nodes === null ? null : paintTexture(nodes, header.paint === "ramps" ? 1 : 3);
      if (nodes !== null && this.paint !== null) this.set("uPaint", this.bake.paint(this.paint, nodes.side, header.mapping, texelsFor(nodes.side, fine)).texture);
    }
    if (stale.ramps && model.ramps !== null) {
      this.ramps?.dispose();
      const { rows, steps, values } = model.ramps;
      const data = new Uint8Array(rows * steps * 4).fill(255);
      for (let k = 0; k < rows * steps; k++) for (let c = 0; c < 3; c++) data[4 * k + c] = values[3 * k + c]!;
      this.ramps = new DataTexture(data, steps, rows, RGBAFormat, UnsignedByteType);
      this.ramps.minFilter = LinearFilter;
      this.ramps.magFilter = LinearFilter;
      this.ramps.needsUpdate = true;
      this.set("uRamps", this.ramps);
      this.set("uRampRows", rows);
    }
    this.stale = { elevation: false, paint: false, ramps: false };
  }

  /** Choose patches and hand the camera to the shaders. */
  prepare(lens: PlanetLens, eye: PlanetEye, pixel: number, time: number): void {
    this.vector("uEyePlace", [eye.direction[0] * eye.away, eye.direction[1] * eye.away, eye.direction[2] * eye.away]);
    this.set("uEyeHeight", eye.away - 1);
    this.set("uAbove", eye.above);
    this.set("uPixel", pixel);
    this.set("uTime", time);
    this.set("uViewProjection", lens.viewProjection);
    this.set("uUnproject", lens.unproject);
    this.set("uExposure", this.exposure(eye));
    const { model, ground } = this;
    if (model === null || ground === null || this.bounds.length !== 6) return;
    const { header, elevation } = model;
    const globe = { side: elevation.side, mapping: header.mapping, faces: header.faces, scale: this.scale, sea: header.sea };
    this.tiles.begin();
    choosePatches(this.bounds, globe, eye, lens.frustum, this.tiles, this.chosen);
    this.patches = this.chosen.count;
    for (const attribute of this.attributes) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, attribute.itemSize * this.patches);
      attribute.needsUpdate = true;
    }
    ground.geometry.instanceCount = this.patches;
  }

  /** Near the ground the eye opens when the sun is low. */
  private exposure(eye: PlanetEye): number {
    const sun = this.shared["uSun"]!.value as Vector3;
    const mu = eye.direction[0] * sun.x + eye.direction[1] * sun.y + eye.direction[2] * sun.z;
    const near = Math.min(Math.max((0.5 - (eye.away - 1)) / 0.4, 0), 1);
    const dark = Math.min(Math.max((0.25 - mu) / 0.4, 0), 1);
    return 1 + near * dark * 1.6;
  }

  get sunWay(): Vec3 {
    return directionOf(this.heaven.latitude, this.heaven.longitude);
  }

  get animated(): boolean {
    return this.model !== null && SPENDS[this.quality.preset].animate && (this.heaven.clouds > 0 || this.model.header.sea);
  }

  /** The graphics device lost everything: make it again. */
  lost(): void {
    this.bake.forget();
    this.tiles.clear();
    this.pool.lost();
    this.set("uCloud", null);
    this.stale = { elevation: true, paint: true, ramps: true };
    for (const texture of [this.waves, this.detail]) texture.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [this.space, this.shell, this.ground]) {
      mesh?.geometry.dispose();
      mesh?.material.dispose();
    }
    for (const texture of [this.height, this.paint, this.ramps, this.waves, this.detail]) texture?.dispose();
    this.bake.dispose();
    this.pool.dispose();
  }
}

/** How much steeper than it is land is shaded, from its relief in radii. */
export function reliefOf(relief: number): number {
  return Math.min(Math.max(0.045 / Math.max(relief, 1e-6), 1), 14);
}
