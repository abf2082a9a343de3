import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildOpenApi } from "#lib/server/openapi.ts";

/* Writes public/openapi.json; with --check it only says whether the committed one is current. */
const target = fileURLToPath(new URL("../../public/openapi.json", import.meta.url));
const current = `${JSON.stringify(buildOpenApi(), null, 1)}\n`;

if (process.argv.includes("--check")) {
  const committed = readFileSync(target, "utf8");
  if (committed !== current) {
    console.error("public/openapi.json is stale: run `npm run openapi`.");
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, current);
}
