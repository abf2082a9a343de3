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

/** Maximum number of live reservations of one trip. */
export const MAX_RESERVATIONS = 500;

const TRAVELLING: ReadonlySet<string> = new Set(["flight", "train", "bus", "ferry"]);

/** Whether a reservation of this kind takes people from one place to another; the others stay at `from`. */
export function isTravel(kind: (typeof RESERVATION_KINDS)[number]): boolean {
  return TRAVELLING.has(kind);
}
