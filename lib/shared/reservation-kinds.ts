export const RESERVATION_KINDS = [
  "flight",
  "train",
  "bus",
  "ferry",
  "car",
  "lodging",
  "restaurant",
  "activity",
  "other",
] as const;

/** Live reservations that one trip may hold. */
export const MAX_RESERVATIONS = 500;

const TRAVELLING: ReadonlySet<string> = new Set(["flight", "train", "bus", "ferry"]);

/** Whether the booking takes people from one place to another; the others stay at `from`. */
export function isTravel(kind: (typeof RESERVATION_KINDS)[number]): boolean {
  return TRAVELLING.has(kind);
}
