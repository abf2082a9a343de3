/** The kinds of vehicles of a transit connection, and the walks between them. */
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
