import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { DEVICE_SCHEMA_VERSION } from "#lib/client/offline/device-store.ts";

const ROOT = join(import.meta.dirname, "../..");
const KEPT = ["Trip", "Comment"] as const;
const Document = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) });

/** Returns the schemas with these names and those that they refer to, as text. */
function wordsOf(schemas: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const found = new Map<string, string>();
  const wanted = [...names];
  for (const name of wanted) {
    const text = JSON.stringify(schemas[name]);
    if (text === undefined || found.has(name)) continue;
    found.set(name, text);
    for (const [, next = ""] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) wanted.push(next);
  }
  const lines = [...found].map(([name, text]) => `${name} ${text}`);
  return lines.toSorted((a, b) => (a < b ? -1 : 1)).join("\n");
}

/*
 * Trips in a device's database are shown by the current code. When the shape of a trip changes, DEVICE_SCHEMA_VERSION
 * must go up by one, so that older copies are deleted and loaded again. The new checksum then belongs here.
 */
test("trips that devices keep have the shape that their number stands for", () => {
  const { components } = Document.parse(JSON.parse(readFileSync(join(ROOT, "public/openapi.json"), "utf8")));
  for (const name of KEPT) expect(components.schemas).toHaveProperty(name);
  const sum = createHash("sha256").update(wordsOf(components.schemas, KEPT)).digest("hex").slice(0, 16);
  expect({ shape: DEVICE_SCHEMA_VERSION, sum }).toEqual({ shape: 5, sum: "2ca32eb67f064a6e" });
});
