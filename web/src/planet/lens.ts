/** Matrices of a planet's camera; the eye is their origin, so that what is near keeps its digits. */

import { Frustum, Matrix4, PerspectiveCamera, Vector3 } from "three";
import type { PlanetStand } from "./camera";
import type { Vec3 } from "./sphere";

export class PlanetLens {
  readonly camera = new PerspectiveCamera();
  readonly viewProjection = new Matrix4();
  /** From the picture to rays that begin at the eye. */
  readonly unproject = new Matrix4();
  readonly frustum = new Frustum();

  constructor() {
    this.camera.matrixAutoUpdate = false;
    this.camera.matrixWorldAutoUpdate = false;
  }

  set(stand: PlanetStand, aspect: number, near: number, far: number): void {
    const { camera } = this;
    camera.fov = stand.fov;
    camera.aspect = aspect;
    camera.near = near;
    camera.far = far;
    camera.updateProjectionMatrix();
    camera.matrixWorld.makeBasis(new Vector3(...stand.right), new Vector3(...stand.up), new Vector3(...stand.forward).negate());
    camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
    this.unproject.copy(camera.matrixWorld).multiply(camera.projectionMatrixInverse);
    this.viewProjection.copy(camera.projectionMatrix).multiply(camera.matrixWorldInverse);
    this.frustum.setFromProjectionMatrix(this.viewProjection);
  }

  /** Direction through a point of the picture, -1 to 1 to the right and up. */
  ray(x: number, y: number): Vec3 {
    const d = new Vector3(x, y, 0.5).applyMatrix4(this.unproject).normalize();
    return [d.x, d.y, d.z];
  }
}
