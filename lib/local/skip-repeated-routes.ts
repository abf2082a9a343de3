import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const Manifest = z.looseObject({ dynamicRoutes: z.array(z.looseObject({ page: z.string() })) });
const OwnRoutes = z.record(z.string(), z.string());

/**
 * Makes Next's router try each path with a parameter once. It takes the paths from the list of the app's files, and a
 * second time from the manifest of routes: a new stop's request was compared with 164 patterns of the manifest before
 * its own. The function marks these entries of the manifest, so that only routers of other servers use them.
 */
export function skipRepeatedRoutes(root: string): void {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, ".next", name), "utf8"));
  const own = new Set(Object.values(OwnRoutes.parse(read("app-path-routes-manifest.json"))));
  const manifest = Manifest.parse(read("routes-manifest.json"));
  const dynamicRoutes = manifest.dynamicRoutes.map((route) =>
    own.has(route.page) ? { ...route, skipInternalRouting: true } : route,
  );
  writeFileSync(join(root, ".next", "routes-manifest.json"), JSON.stringify({ ...manifest, dynamicRoutes }));
}
