/** The addresses from which browsers load the map below the plan. */
export interface MapSources {
  /** A MapLibre style of the operator, which replaces all other sources. */
  styleUrl: string | null;
  /** The TileJSON of the street tiles, which are drawn over the embedded map. */
  tilesUrl: string | null;
}

/** Whether streets are drawn wherever one looks, as long as their server answers. */
export function hasStreets({ styleUrl, tilesUrl }: MapSources): boolean {
  return styleUrl !== null || tilesUrl !== null;
}

export const EMBEDDED_ALONE: MapSources = { styleUrl: null, tilesUrl: null };
