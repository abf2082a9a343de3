import { expect, test } from "vitest";
import { dataSources } from "#app/licences/_page/data-sources.ts";
import type { Env } from "#lib/server/env/env.ts";
import { OPEN_SERVICES, type OpenServiceDescription } from "#lib/server/open-services/services.ts";

const SERVICES = Object.values<OpenServiceDescription>(OPEN_SERVICES);

function namesWith(config: Record<string, string>): string[] {
  return dataSources(config as unknown as Env).map(({ name }) => name);
}

test("without any service the built-in data alone are credited", () => {
  expect(namesWith({})).toEqual([
    "Natural Earth",
    "GeoNames",
    "OurAirports",
    "Unicode CLDR",
    "timezone-boundary-builder",
    "currency-api",
  ]);
});

test.each(SERVICES.map((service) => [service.variable, service] as const))(
  "what %s shows is credited once, with what it is for",
  (variable, { credits, title }) => {
    const all = dataSources({ [variable]: "https://example.org" } as unknown as Env);
    for (const { name, isData } of credits) {
      const told = all.filter((source) => source.name === name);
      expect(told).toMatchObject(isData === false ? [] : [{ of: [title] }]);
    }
  },
);

test("with all of them, a source is told once with everything that it is for, and a style of the operator's own counts", () => {
  const all = dataSources(
    Object.fromEntries(SERVICES.map(({ variable }) => [variable, "https://example.org"])) as unknown as Env,
  );
  const hrefs = all.map(({ href }) => href);
  expect(hrefs).toEqual([...new Set(hrefs)]);
  const map = all.find(({ name }) => name === "© OpenStreetMap contributors");
  expect(map).toMatchObject({ licence: { name: "ODbL 1.0" } });
  expect(map && "of" in map ? map.of.length : 0).toBe(4);
  expect(namesWith({ MAP_STYLE_URL: "https://example.org/style.json" })).toContain(
    "© OpenStreetMap contributors",
  );
});
