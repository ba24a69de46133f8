/** Sky, sea, and the panes of water at the cut sides of a block of land. */

import { BufferAttribute, BufferGeometry, CustomBlending, DoubleSide, Mesh, OneMinusSrcAlphaFactor, SrcAlphaFactor } from "three";
import { SKY_FRAGMENT, SKY_VERTEX } from "../glsl/sky";
import { PANE_FRAGMENT, PANE_VERTEX, WATER_FRAGMENT, WATER_VERTEX } from "../glsl/water";
import { coveringTriangle, shader, type Uniforms } from "./passes";

type Drawn = Mesh<BufferGeometry, ReturnType<typeof shader>>;

export function skyMesh(uniforms: Uniforms): Drawn {
  const material = shader(SKY_VERTEX, SKY_FRAGMENT, uniforms);
  material.depthWrite = false;
  const mesh = new Mesh(coveringTriangle(), material);
  mesh.frustumCulled = false;
  // last: only what nothing else covers is drawn
  mesh.renderOrder = 2;
  return mesh;
}

export function seaMesh(uniforms: Uniforms, waves: number): Drawn {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
  geometry.setIndex([0, 2, 1, 0, 3, 2]);
  const material = shader(WATER_VERTEX, WATER_FRAGMENT, uniforms, { WAVES: waves });
  material.side = DoubleSide;
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  return mesh;
}

export function paneMesh(uniforms: Uniforms): Drawn {
  const geometry = new BufferGeometry();
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const;
  const position: number[] = [];
  const index: number[] = [];
  corners.forEach((from, k) => {
    const to = corners[(k + 1) % 4]!;
    const first = position.length / 3;
    position.push(...from, 0, ...to, 0, ...from, 1, ...to, 1);
    index.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
  });
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  geometry.setIndex(index);
  const material = shader(PANE_VERTEX, PANE_FRAGMENT, uniforms);
  material.side = DoubleSide;
  material.transparent = true;
  material.blending = CustomBlending;
  material.blendSrc = SrcAlphaFactor;
  material.blendDst = OneMinusSrcAlphaFactor;
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 3;
  return mesh;
}
