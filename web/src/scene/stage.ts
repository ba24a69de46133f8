/** What is drawn: the uniforms all shaders share, the meshes, and the bakes that keep them true to the world. */

import { Scene, Vector2, Vector3, Vector4, type DataArrayTexture, type DataTexture, type WebGLRenderer } from "three";
import type { Vec3 } from "../camera/rig";
import { airOf, exposureOf, type Air } from "./air";
import { Bake, type Capabilities, type Maps } from "./bake";
import type { Lens } from "./lens";
import { DATA_RAMP, LOOKS, SLOPE_RAMP, STEEP, hexLinear, ramp, type LookName } from "./palette";
import type { Uniforms } from "./passes";
import { Pace } from "./pace";
import { thickness } from "./place";
import { SPENDS } from "./quality";
import { paneMesh, seaMesh, skyMesh } from "./surroundings";
import { Terrain, type GroundPart } from "./terrain";
import { cloudTexture, floats, layerTexture, rampTexture, surfaceTexture, waveTexture } from "./textures";
import type { Overlay, Quality, Sun } from "./types";
import { metres, type World } from "./world";

type Pending = "nothing" | "light" | "land";

export class Stage {
  readonly scene = new Scene();
  world: World | null = null;
  private readonly bake: Bake;
  private terrain: Terrain | null = null;
  private sea: ReturnType<typeof seaMesh> | null = null;
  private readonly sky: ReturnType<typeof skyMesh>;
  private readonly pane: ReturnType<typeof paneMesh>;
  private readonly cloud: DataTexture = cloudTexture();
  private readonly waves: DataTexture = waveTexture();
  private readonly detail: DataArrayTexture = surfaceTexture(1);
  private height: DataTexture | null = null;
  private lakes: DataTexture | null = null;
  private layer: DataTexture | null = null;
  private surface: Float32Array = new Float32Array(0);
  private pending: Pending = "land";
  /** The bake that goes on, a step a frame. */
  private baking: Generator<void> | null = null;
  /** Whether the maps are those of this world, or a draft of them. */
  private fits = false;
  private readonly pace: Pace;
  private overlay: Overlay = { kind: "none" };
  private air: Air = airOf({ azimuth: 255, elevation: 28 }, 1, 0, 1);
  private readonly shared: Uniforms;

  constructor(
    renderer: WebGLRenderer,
    can: Capabilities,
    private quality: Quality,
    private sun: Sun,
    private exaggeration: number,
    public look: LookName,
  ) {
    this.bake = new Bake(renderer, can);
    this.pace = new Pace(renderer.getContext() as WebGL2RenderingContext);
    const v3 = (): { value: Vector3 } => ({ value: new Vector3() });
    const number = (value = 0): { value: number } => ({ value });
    this.shared = {
      uHeight: { value: null },
      uWater: { value: null },
      uSize: { value: new Vector2(2, 2) },
      uCell: number(1),
      uExaggeration: number(1),
      uEye: v3(),
      uAbove: number(),
      uFloor: number(),
      uThick: number(1),
      uExtent: number(1),
      uSea: number(),
      uLevel: number(),
      uReach: number(),
      uHalf: { value: new Vector2(1, 1) },
      uOpenSea: { value: false },
      uViewProjection: { value: null },
      uUnproject: { value: null },
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
      uShadow: number(1),
      uLight: { value: null },
      uColor: { value: null },
      uKind: { value: null },
      uDetail: { value: this.detail },
      uCloud: { value: this.cloud },
      uWaves: { value: this.waves },
      uTiles: { value: new Vector4(1, 1, 1, 1) },
      uTileGrass: number(1),
      uBump: number(1),
      uWave: number(1),
      uSurf: number(1),
      uEarth: v3(),
      uStone: v3(),
      uPixel: number(0.001),
      uTime: number(),
      uOverlay: { value: new Vector2() },
      uRamp: { value: null },
      uLayer: { value: this.cloud },
      uRange: { value: new Vector2() },
      uContour: { value: new Vector2() },
    };
    this.sky = skyMesh(this.shared);
    this.pane = paneMesh(this.shared);
    this.scene.add(this.sky, this.pane);
    this.setOverlay(this.overlay);
    this.rebuild();
  }

  private set(name: string, value: unknown): void {
    this.shared[name]!.value = value;
  }

  /** Meshes whose shaders depend on the quality. */
  private rebuild(): void {
    const spend = SPENDS[this.quality.preset];
    if (this.terrain !== null) this.scene.remove(this.terrain.mesh);
    if (this.sea !== null) this.scene.remove(this.sea);
    this.terrain?.dispose();
    this.sea?.geometry.dispose();
    this.sea?.material.dispose();
    this.terrain = new Terrain(spend.patch, spend.detail, this.shared);
    this.sea = seaMesh(this.shared, spend.waves);
    this.scene.add(this.terrain.mesh, this.sea);
    if (this.world !== null) this.terrain.setWorld(this.world, this.surface);
    this.dress();
    if (this.detail.anisotropy !== spend.anisotropy) {
      this.detail.anisotropy = spend.anisotropy;
      this.detail.needsUpdate = true;
    }
  }

  setWorld(world: World): void {
    this.world = world;
    const { rows, cols, z, water } = world;
    this.surface = water === null ? z : z.map((h, k) => h + Math.max(water[k]!, 0));
    this.height?.dispose();
    this.lakes?.dispose();
    this.height = floats(this.surface, cols, rows);
    this.lakes = water === null ? null : floats(water, cols, rows);
    this.set("uHeight", this.height);
    this.set("uWater", this.lakes);
    (this.shared["uSize"]!.value as Vector2).set(cols, rows);
    this.set("uCell", world.cell);
    (this.shared["uHalf"]!.value as Vector2).set(world.width / 2, world.length / 2);
    this.terrain?.setWorld(world, this.surface);
    const unit = Math.max(world.width, world.length) / 1024;
    (this.shared["uTiles"]!.value as Vector4).set(30 * unit, 34 * unit, 26 * unit, 40 * unit);
    this.set("uTileGrass", 24 * unit);
    // waves of a garden pond are smaller than those of an ocean
    this.set("uWave", Math.min(Math.max(world.width / 6000, 0.02), 6));
    this.set("uSurf", Math.min(Math.max(world.width / 12000, 0.02), 3));
    this.setOverlay(this.overlay);
    this.place();
    this.again();
  }

  /** Hold no world, as at the beginning. */
  leave(): void {
    this.world = null;
    this.bake.forget();
    this.pace.forget();
    this.again();
  }

  /** Begin all over: the maps are of no use. */
  private again(): void {
    this.pending = "land";
    this.baking = null;
    this.fits = false;
  }

  /** What follows from the size of the land, the exaggeration and the sun. */
  private place(): void {
    const { world, exaggeration } = this;
    if (world === null) return;
    const extent = Math.hypot(world.width, world.length);
    const low = world.low * exaggeration;
    const thick = thickness(world, exaggeration);
    this.set("uExaggeration", exaggeration);
    this.set("uFloor", low - thick);
    this.set("uThick", thick);
    this.set("uExtent", extent);
    this.set("uSea", world.sea);
    this.set("uLevel", world.sea * exaggeration);
    this.set("uReach", world.openSea ? 16 * extent : 0);
    this.set("uOpenSea", world.openSea && this.quality.water);
    const deep = world.openSea ? extent : 2.2 * extent;
    const base = world.hasSea ? Math.max(low, world.sea * exaggeration) : low;
    const air = airOf(this.sun, deep, base, (world.high - world.low) * exaggeration, this.quality.haze ? 1 : 0.12);
    this.air = air;
    const lights = { uSun: air.sun, uSunlight: air.sunlight, uZenith: air.zenith, uHorizon: air.horizon, uGlow: air.glow, uHaze: air.haze };
    for (const [name, value] of Object.entries(lights)) (this.shared[name]!.value as Vector3).set(...value);
    this.set("uExposure", exposureOf(air));
    const { soil, scree } = LOOKS[this.look].materials;
    (this.shared["uEarth"]!.value as Vector3).set(...hexLinear(soil));
    (this.shared["uStone"]!.value as Vector3).set(...hexLinear(scree));
    (this.shared["uThin"]!.value as Vector2).set(air.thin, air.base);
    const wet = world.hasSea && this.quality.water;
    this.sea!.visible = wet;
    this.pane.visible = wet && !world.openSea;
  }

  setSun(sun: Sun): void {
    const elevation = Math.min(Math.max(sun.elevation, 1), 89.5);
    if (sun.azimuth === this.sun.azimuth && elevation === this.sun.elevation) return;
    this.sun = { azimuth: sun.azimuth, elevation };
    this.place();
    this.need("light");
  }

  setLook(look: LookName): void {
    if (look === this.look) return;
    this.look = look;
    this.setOverlay(this.overlay);
    this.place();
    this.need("land");
  }

  setExaggeration(factor: number): void {
    if (factor === this.exaggeration) return;
    this.exaggeration = factor;
    this.place();
    this.need("land");
  }

  setQuality(quality: Quality): void {
    const before = this.quality;
    this.quality = quality;
    if (before.preset !== quality.preset) {
      this.rebuild();
      this.again();
    }
    if (before.shadows !== quality.shadows) this.need("light");
    this.place();
  }

  setOverlay(overlay: Overlay): void {
    this.overlay = overlay;
    const { world } = this;
    const range = this.shared["uRange"]!.value as Vector2;
    let kind = 0;
    let colors = LOOKS[this.look].land;
    if (overlay.kind === "elevation") {
      kind = 1;
      if (world !== null) range.set(world.hasSea ? Math.max(world.low, world.sea) : world.low, world.high);
    } else if (overlay.kind === "slope") {
      kind = 2;
      colors = SLOPE_RAMP;
      range.set(0, STEEP);
    } else if (overlay.kind === "layer" && world !== null) {
      const layer = world.layers.get(overlay.name);
      if (layer !== undefined) {
        kind = 3;
        colors = DATA_RAMP;
        this.layer?.dispose();
        this.layer = layerTexture(metres(layer), world.cols, world.rows);
        this.set("uLayer", this.layer);
        range.set(layer.header.low, layer.header.high);
      }
    }
    (this.shared["uRamp"]!.value as DataTexture | null)?.dispose();
    this.set("uRamp", rampTexture(ramp(colors, 256)));
    (this.shared["uOverlay"]!.value as Vector2).set(kind, kind === 0 ? 0 : 0.9);
    (this.shared["uContour"]!.value as Vector2).set(overlay.kind === "contours" ? Math.max(overlay.interval, 1e-3) : 0, 1.1);
    this.dress();
  }

  /** The ground's shader has what there is to show. */
  private dress(): void {
    const kind = (this.shared["uOverlay"]!.value as Vector2).x;
    const parts: GroundPart[] = [];
    if (kind > 0) parts.push("OVERLAY");
    if (this.overlay.kind === "contours") parts.push("CONTOURS");
    if (this.lakes !== null) parts.push("LAKES");
    this.terrain?.show(parts);
  }

  private need(what: Pending): void {
    if (this.pending !== "land") this.pending = what;
  }

  /**
   * Bring the maps up to date. A new world is drawn from a draft of them where the graphics device is slow. A graphics device that is slow gets one step a frame, and none while it has not done the last, so that the
   * page can be used meanwhile; `whole` does all of it now. What is asked for during a bake comes after it: a person who drags sees it.
   * Returns whether what is drawn changed.
   */
  refresh(now: number, whole = false): boolean {
    const { world, pace } = this;
    if (world === null || this.settled) return false;
    if (!whole && !pace.free(now)) return false;
    if (!whole && !this.fits && pace.careful) {
      // a picture first: its light follows
      this.show(this.bake.draft(world, this.shared, this.look, this.exaggeration));
      this.fits = true;
      pace.mark(now);
      return true;
    }
    if (this.baking === null) {
      this.baking = this.steps(world, this.pending === "land");
      this.pending = "nothing";
    }
    const careful = pace.careful && !whole;
    while (this.baking !== null) {
      if (this.baking.next().done === true) {
        this.baking = null;
        this.fits = true;
      } else if (careful) break;
    }
    pace.mark(now);
    const done = this.baking === null;
    if (whole && !this.settled) this.refresh(now, true);
    return done;
  }

  private *steps(world: World, land: boolean): Generator<void> {
    if (land) yield* this.bake.land(world, this.shared, this.look, this.exaggeration, SPENDS[this.quality.preset]);
    yield* this.bake.light(world, this.shared, this.air, this.exaggeration, this.quality.shadows);
    this.show(this.bake.maps());
  }

  private show(maps: Maps): void {
    this.set("uLight", maps.light);
    this.set("uColor", maps.color);
    this.set("uKind", maps.kind);
  }

  /** Choose patches and hand the camera to the shaders. */
  prepare(lens: Lens, eye: Vec3, above: number, pixel: number, time: number): void {
    const { world } = this;
    (this.shared["uEye"]!.value as Vector3).set(...eye);
    this.set("uAbove", above);
    this.set("uPixel", pixel);
    this.set("uTime", time);
    this.set("uViewProjection", lens.viewProjection);
    this.set("uUnproject", lens.unproject);
    if (world === null || this.terrain === null) return;
    const { cell, width, length } = world;
    const floor = (this.shared["uFloor"]!.value as number) / this.exaggeration;
    const ground = { cell, width, length, exaggeration: this.exaggeration, floor };
    this.terrain.select(ground, { x: eye[0] + world.width / 2, y: eye[2] + world.length / 2, above }, lens.frustum);
  }

  get animated(): boolean {
    return this.sea !== null && this.sea.visible && SPENDS[this.quality.preset].animate;
  }

  /** Whether everything asked for is in the maps. */
  get settled(): boolean {
    return this.world === null || (this.pending === "nothing" && this.baking === null);
  }

  /** Whether the maps fit the world, so that it can be drawn: they may be those of the sun before. */
  get drawable(): boolean {
    return this.world === null || this.fits;
  }

  /** Whether the graphics device has done what it was asked for. */
  ready(now: number): boolean {
    return this.pace.free(now);
  }

  /** A picture was drawn. */
  drawn(now: number): void {
    this.pace.mark(now);
  }

  get smooth(): boolean {
    return SPENDS[this.quality.preset].antialias;
  }

  get patches(): number {
    return this.terrain?.patches ?? 0;
  }

  /** The graphics device lost everything: make it again. */
  lost(): void {
    this.bake.forget();
    this.pace.forget();
    this.again();
    for (const texture of [this.cloud, this.waves, this.detail, this.height, this.lakes, this.layer]) {
      if (texture !== null) texture.needsUpdate = true;
    }
  }

  dispose(): void {
    this.terrain?.dispose();
    for (const mesh of [this.sea, this.sky, this.pane]) {
      mesh?.geometry.dispose();
      mesh?.material.dispose();
    }
    for (const texture of [this.cloud, this.waves, this.detail, this.height, this.lakes, this.layer]) texture?.dispose();
    (this.shared["uRamp"]!.value as DataTexture | null)?.dispose();
    this.pace.forget();
    this.bake.dispose();
  }
}
