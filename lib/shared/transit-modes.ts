/** What one rides by, and the walks between. */
export const TRANSIT_MODES = [
  "walk",
  "bus",
  "coach",
  "tram",
  "subway",
  "train",
  "ferry",
  "cableway",
  "plane",
  "other",
] as const;
export type TransitMode = (typeof TRANSIT_MODES)[number];
