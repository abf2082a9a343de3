/** The addresses from which browsers load the map below the plan. */
export interface MapSources {
  /** A MapLibre style of the operator, which replaces all other sources. */
  styleUrl: string | null;
  /** The TileJSON of the street tiles, which are drawn over the embedded map. */
  tilesUrl: string | null;
}

export const EMBEDDED_ALONE: MapSources = { styleUrl: null, tilesUrl: null };
