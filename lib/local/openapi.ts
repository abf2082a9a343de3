import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { buildOpenApi } from "#lib/server/http/openapi.ts";

/*
 * Writes public/openapi.json. With --check the script only reports whether the committed file is current; with
 * --release it also stores the file as that of the package's version, with which later versions are compared.
 */
const document = buildOpenApi();
const target = pathOf("public/openapi.json");
const current = `${JSON.stringify(document, null, 1)}\n`;

function pathOf(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}

function releasedFile(): string {
  const manifest: unknown = JSON.parse(readFileSync(pathOf("package.json"), "utf8"));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  return pathOf(`tests/released-apis/${version}.json.gz`);
}

if (process.argv.includes("--check")) {
  const committed = readFileSync(target, "utf8");
  if (committed !== current) {
    console.error("public/openapi.json is stale: run `npm run openapi`.");
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, current);
  if (process.argv.includes("--release")) writeFileSync(releasedFile(), gzipSync(JSON.stringify(document)));
}
