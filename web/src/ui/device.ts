/** The name the driver gives its device; "" when the browser keeps it. */
export function rendererName(): string {
  const gl = document.createElement("canvas").getContext("webgl2");
  const told = gl?.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = gl && told ? gl.getParameter(told.UNMASKED_RENDERER_WEBGL) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return typeof name === "string" ? name : "";
}
