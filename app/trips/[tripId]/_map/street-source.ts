/** Tiles of the OpenMapTiles schema. */
export const STREET_SOURCE = "streets";
/** Further out the embedded map draws land and water, which it has in one piece. */
export const STREETS_FROM = 6;
