/** The ground as one patch, drawn many times: its geometry, and which places it is drawn at. */

import { BufferAttribute, DoubleSide, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, type Frustum } from "three";
import { TERRAIN_FRAGMENT, TERRAIN_VERTEX } from "../glsl/terrain";
import { shader, type Uniforms } from "./passes";
import { boundsOf, choose, MORPH, type Bounds, type Ground, type Viewpoint } from "./quadtree";
import type { World } from "./world";

const MOST = 2048;

export interface Patch {
  /** Place in the patch, 0 to 1; z is 1 at the lower edge of a skirt. */
  position: Float32Array;
  /** Out of the patch along skirts, (0, 0) on the ground. */
  side: Float32Array;
  index: Uint16Array;
}

/** A patch of `quads` x `quads` with a skirt on each side. */
export function patchOf(quads: number): Patch {
  const n = quads + 1;
  const position: number[] = [];
  const side: number[] = [];
  const index: number[] = [];
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      position.push(c / quads, r / quads, 0);
      side.push(0, 0);
    }
  }
  for (let r = 0; r < quads; r++) {
    for (let c = 0; c < quads; c++) {
      const a = r * n + c;
      // the diagonal alternates, so that ridges look the same in all directions
      if ((r + c) % 2 === 0) index.push(a, a + n, a + 1, a + 1, a + n, a + n + 1);
      else index.push(a, a + n, a + n + 1, a, a + n + 1, a + 1);
    }
  }
  for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]] as const) {
    const first = position.length / 3;
    for (let k = 0; k < n; k++) {
      const along = k / quads;
      const at = dx !== 0 ? [(dx + 1) / 2, along] : [along, (dy + 1) / 2];
      for (const low of [0, 1]) {
        position.push(at[0]!, at[1]!, low);
        side.push(dx, dy);
      }
    }
    for (let k = 0; k < quads; k++) {
      const a = first + 2 * k;
      index.push(a, a + 1, a + 2, a + 2, a + 1, a + 3);
    }
  }
  return { position: new Float32Array(position), side: new Float32Array(side), index: new Uint16Array(index) };
}

export type GroundPart = "OVERLAY" | "CONTOURS" | "LAKES";

export class Terrain {
  readonly mesh: Mesh<InstancedBufferGeometry, ReturnType<typeof shader>>;
  private bounds: Bounds | null = null;
  private readonly nodes: InstancedBufferAttribute;
  private readonly materials = new Map<string, ReturnType<typeof shader>>();
  readonly trianglesOfPatch: number;
  patches = 0;

  constructor(
    private readonly quads: number,
    private readonly detail: number,
    private readonly uniforms: Uniforms,
  ) {
    const patch = patchOf(quads);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(patch.position, 3));
    geometry.setAttribute("side", new BufferAttribute(patch.side, 2));
    geometry.setIndex(new BufferAttribute(patch.index, 1));
    this.nodes = new InstancedBufferAttribute(new Float32Array(4 * MOST), 4);
    this.nodes.setUsage(DynamicDrawUsage);
    geometry.setAttribute("node", this.nodes);
    geometry.instanceCount = 0;
    this.trianglesOfPatch = patch.index.length / 3;
    this.mesh = new Mesh(geometry, this.material([]));
    this.mesh.frustumCulled = false;
  }

  /** What the ground shows beside its colors: each set has a shader of its own. */
  show(parts: readonly GroundPart[]): void {
    this.mesh.material = this.material(parts);
  }

  private material(parts: readonly GroundPart[]): ReturnType<typeof shader> {
    const key = parts.join();
    const known = this.materials.get(key);
    if (known !== undefined) return known;
    const own: Uniforms = { uQuads: { value: this.quads }, uMorph0: { value: MORPH[0] }, uMorph1: { value: MORPH[1] } };
    const defines = Object.fromEntries(parts.map((part) => [part, 1]));
    const made = shader(TERRAIN_VERTEX, TERRAIN_FRAGMENT, { ...this.uniforms, ...own }, { DETAIL: this.detail, ...defines });
    made.side = DoubleSide;
    this.materials.set(key, made);
    return made;
  }

  setWorld(world: World, surface: Float32Array): void {
    this.bounds = boundsOf(surface, world.rows, world.cols, this.quads);
  }

  /** Choose what is drawn from here. */
  select(ground: Ground, eye: Viewpoint, frustum: Frustum): void {
    if (this.bounds === null) return;
    const array = this.nodes.array as Float32Array;
    this.patches = choose(this.bounds, ground, eye, frustum, array);
    this.nodes.clearUpdateRanges();
    this.nodes.addUpdateRange(0, 4 * this.patches);
    this.nodes.needsUpdate = true;
    this.mesh.geometry.instanceCount = this.patches;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    for (const material of this.materials.values()) material.dispose();
  }
}
