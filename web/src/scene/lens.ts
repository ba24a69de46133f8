/** Matrices of a stand: own ones, since the middle of the view is not that of the picture. */

import { Frustum, Matrix4, PerspectiveCamera, Vector3 } from "three";
import { direction, rightOf, type Stand, type Vec3 } from "../camera/rig";

export class Lens {
  readonly camera = new PerspectiveCamera();
  readonly viewProjection = new Matrix4();
  /** From the picture to rays that begin at the eye. */
  readonly unproject = new Matrix4();
  readonly frustum = new Frustum();

  constructor() {
    this.camera.matrixAutoUpdate = false;
    this.camera.matrixWorldAutoUpdate = false;
  }

  set(stand: Stand, aspect: number, near: number, far: number): void {
    const { camera } = this;
    camera.fov = stand.fov;
    camera.aspect = aspect;
    camera.near = near;
    camera.far = far;
    camera.updateProjectionMatrix();
    camera.projectionMatrix.elements[9] = stand.shift;
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    const f = new Vector3(...direction(stand.heading, stand.pitch));
    const r = new Vector3(...rightOf(stand.heading));
    const u = new Vector3().crossVectors(r, f);
    camera.matrixWorld.makeBasis(r, u, f.negate());
    this.unproject.copy(camera.matrixWorld).multiply(camera.projectionMatrixInverse);
    camera.matrixWorld.setPosition(...stand.eye);
    camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
    this.viewProjection.copy(camera.projectionMatrix).multiply(camera.matrixWorldInverse);
    this.frustum.setFromProjectionMatrix(this.viewProjection);
  }

  /** Direction through a point of the picture, -1 to 1 to the right and up. */
  ray(x: number, y: number): Vec3 {
    const d = new Vector3(x, y, 1).applyMatrix4(this.unproject).normalize();
    return [d.x, d.y, d.z];
  }
}
