import type { MapSources } from "#lib/shared/map-sources.ts";
import type { Env } from "../env/env.ts";

/** Returns the sources of the map. An operator's own map style names its own tile servers. */
export function mapSources({
  MAP_STYLE_URL,
  MAP_TILES_URL,
}: Pick<Env, "MAP_STYLE_URL" | "MAP_TILES_URL">): MapSources {
  return MAP_STYLE_URL
    ? { styleUrl: MAP_STYLE_URL, tilesUrl: null }
    : { styleUrl: null, tilesUrl: MAP_TILES_URL ?? null };
}
