/** How members can choose to reach a stop; if nobody chooses, the distance decides. */
export const TRAVEL_MODES = ["walk", "cycle", "drive", "transit"] as const;
export type TravelMode = (typeof TRAVEL_MODES)[number];
