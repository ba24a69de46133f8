// Validate files with the Khronos glTF validator: node validate.mjs NODE_MODULES FILE... prints one JSON report a line.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [modules, ...files] = process.argv.slice(2);
const require = createRequire(resolve(modules, "_"));
const validator = require("gltf-validator");
for (const file of files) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { uri: file, maxIssues: 100 });
  console.log(JSON.stringify({ issues: report.issues, info: report.info }));
}
