import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { skipRepeatedRoutes } from "#lib/local/skip-repeated-routes.ts";

const OWN = { page: "/api/trips/[tripId]", regex: "^/api/trips/([^/]+?)(?:/)?$" };
const OF_OTHERS = { page: "/elsewhere/[id]", regex: "^/elsewhere/([^/]+?)(?:/)?$" };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "wayfare-routes-"));
  mkdirSync(join(root, ".next"));
  write("app-path-routes-manifest.json", { "/api/trips/[tripId]/route": OWN.page, "/page": "/" });
  write("routes-manifest.json", { version: 3, basePath: "", dynamicRoutes: [OWN, OF_OTHERS] });
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, content: object): void {
  writeFileSync(join(root, ".next", name), JSON.stringify(content));
}

test("what the app's own files tell is for other routers alone, however often the build goes over it", () => {
  skipRepeatedRoutes(root);
  skipRepeatedRoutes(root);
  const manifest: unknown = JSON.parse(readFileSync(join(root, ".next/routes-manifest.json"), "utf8"));
  const dynamicRoutes = [{ ...OWN, skipInternalRouting: true }, OF_OTHERS];
  expect(manifest).toEqual({ version: 3, basePath: "", dynamicRoutes });
});
