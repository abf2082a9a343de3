/** The id of the source of street tiles, which follow the OpenMapTiles schema. */
export const STREET_SOURCE = "streets";
/** The protocol of URLs by which MapLibre requests street tiles. */
export const STREETS_SCHEME = "streets";
/** The URL of the TileJSON that describes the street tiles. */
export const STREETS_TILEJSON_URL = `${STREETS_SCHEME}://description`;
/** The lowest zoom with streets; below it the embedded map draws land and water, for which it needs no tiles. */
export const MIN_STREETS_ZOOM = 6;
/** The id of the lowest street layer. */
export const LOWEST_STREET_LAYER = "woods";
/** The name of the performance mark that is set when a map has drawn its streets. */
export const STREETS_DRAWN_MARK = "streets-drawn";
