import * as z from "zod";
import { type Finding, sendRequest, hostOf, runCheck, ok, problem, warning } from "./finding.ts";
import type { DoctorSettings } from "./doctor-settings.ts";

const Address = z.string().optional();
const Style = z.object({
  version: z.literal(8),
  sources: z.record(z.string(), z.object({ url: Address, tiles: z.array(z.string()).optional() })),
  glyphs: Address,
  sprite: z.union([z.string(), z.array(z.object({ url: z.string() }))]).optional(),
});

/** Checks the map's style, and whether browsers may load from the addresses that it names. */
export function checkMap({ env }: DoctorSettings): Promise<Finding[]> {
  const url = env.MAP_STYLE_URL;
  if (url === undefined) return Promise.resolve([ok("map", "embedded")]);
  const where = hostOf(url);
  return runCheck("map", "Is MAP_STYLE_URL right?", async () => {
    const { status, body, headers } = await sendRequest(url, { headers: { origin: env.BASE_URL } });
    if (status !== 200) return problem("map", `${where} answers ${status}: is MAP_STYLE_URL right?`);
    const style = Style.safeParse(body).data;
    if (!style)
      return problem("map", `${where} does not answer with a MapLibre style: is MAP_STYLE_URL right?`);
    const strays = [...hostsOf(style, url)].filter(
      (host) => host !== where && !isNamed(host, env.MAP_STYLE_HOSTS),
    );
    if (strays.length > 0) {
      return problem(
        "map",
        `the style needs ${strays.join(", ")}, where browsers are not let: add it to MAP_STYLE_HOSTS`,
      );
    }
    const isForeign = new URL(url).origin !== new URL(env.BASE_URL).origin;
    if (isForeign && headers.get("access-control-allow-origin") === null) {
      return warning("map", `${where} lets no other site's pages read its style (CORS), ours neither`);
    }
    return ok("map", `${where} has the style`);
  });
}

function hostsOf({ sources, glyphs, sprite }: z.infer<typeof Style>, base: string): Set<string> {
  const ofSources = Object.values(sources).flatMap(({ url, tiles = [] }) => tiles.concat(url ?? []));
  const sprites = typeof sprite === "string" ? [sprite] : (sprite ?? []).map(({ url }) => url);
  const all = [...ofSources, glyphs, ...sprites].filter((address) => address !== undefined);
  const urls = all.filter((address) => URL.canParse(address, base)).map((address) => new URL(address, base));
  return new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ host }) => host));
}

function isNamed(host: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const bare = name.replace(/^https?:\/\//, "");
    return bare.startsWith("*.") ? host.endsWith(bare.slice(1)) : host === bare;
  });
}
