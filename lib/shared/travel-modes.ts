/** How people say they get to a stop; whoever says nothing gets what the distance suggests. */
export const TRAVEL_MODES = ["walk", "cycle", "drive", "transit"] as const;
export type TravelMode = (typeof TRAVEL_MODES)[number];
