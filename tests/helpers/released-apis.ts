import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ApiDocument } from "./api-shape.ts";

const FOLDER = join(import.meta.dirname, "../released-apis");

/** Returns the API document of each release, the oldest first. */
export function releasedApis(): Array<{ version: string; document: ApiDocument }> {
  return readdirSync(FOLDER)
    .map((file) => ({ file, version: /^(.+)\.json\.gz$/.exec(file)?.[1] }))
    .flatMap(({ file, version }) => (version === undefined ? [] : [{ file, version }]))
    .toSorted((a, b) => a.version.localeCompare(b.version, "en", { numeric: true }))
    .map(({ file, version }) => ({ version, document: readDocument(join(FOLDER, file)) }));
}

function readDocument(path: string): ApiDocument {
  return ApiDocument.parse(JSON.parse(gunzipSync(readFileSync(path)).toString()));
}
