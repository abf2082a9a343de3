/** Where browsers get what lies below the plan. */
export interface MapSources {
  /** A MapLibre style of the operator's instead of all else. */
  styleUrl: string | null;
  /** The TileJSON of streets over the embedded map. */
  tilesUrl: string | null;
}

export const EMBEDDED_ALONE: MapSources = { styleUrl: null, tilesUrl: null };
