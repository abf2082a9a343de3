import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { DEVICE_SCHEMA_VERSION } from "#lib/client/device-store.ts";

const ROOT = join(import.meta.dirname, "../..");
const KEPT = ["Trip", "Comment"] as const;
const Document = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) });

/** All that is said of some answers: shapes, and the shapes that they are made of. */
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
 * A trip that a device has kept is shown by the code of today. When what a trip holds changes, DEVICE_SCHEMA_VERSION goes up by one,
 * so that older ones are dropped and read anew; then the new sum belongs here.
 */
test("trips that devices keep have the shape that their number stands for", () => {
  const { components } = Document.parse(JSON.parse(readFileSync(join(ROOT, "public/openapi.json"), "utf8")));
  for (const name of KEPT) expect(components.schemas).toHaveProperty(name);
  const sum = createHash("sha256").update(wordsOf(components.schemas, KEPT)).digest("hex").slice(0, 16);
  expect({ shape: DEVICE_SCHEMA_VERSION, sum }).toEqual({ shape: 4, sum: "5c4ba27983a4e494" });
});
