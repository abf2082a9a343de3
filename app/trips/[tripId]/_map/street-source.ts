/** Tiles of the OpenMapTiles schema. */
export const STREET_SOURCE = "streets";
/** The protocol by which the map asks for them. */
export const STREETS_SCHEME = "streets";
/** Of their description. */
export const STREETS_ADDRESS = `${STREETS_SCHEME}://description`;
/** Further out the embedded map draws land and water, which it has in one piece. */
export const STREETS_FROM = 6;
/** The first of their layers, from the bottom up. */
export const LOWEST_STREETS = "woods";
/** The mark of the page's timeline at which a map had its streets. */
export const STREETS_DRAWN = "streets-drawn";
