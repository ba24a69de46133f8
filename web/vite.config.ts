import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Where `landwright studio` listens while the page is served by `npm run dev`; see docs/studio.md. */
const studio = process.env["LANDWRIGHT_STUDIO"] ?? "http://127.0.0.1:8765";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("../src/landwright/studio/static", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    license: true,
    // says which files belong to what, for tools/measure_studio.py
    manifest: true,
    // Shaders and three make one large chunk, loaded beside the panel and never before it.
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: "es" },
  server: {
    proxy: { "/api": studio, "/ws": { target: studio, ws: true } },
  },
  test: { include: ["tests/**/*.test.{ts,tsx}"], environment: "node" },
});
