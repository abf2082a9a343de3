/** Fields of a stop that others can be seen editing. */
export const STOP_FIELDS = [
  "name",
  "startTime",
  "endTime",
  "category",
  "cost",
  "place",
  "url",
  "notes",
  "participants",
] as const;

const KEYS = ["title", "dates", "destination", "currency", "timezone", ...STOP_FIELDS] as const;

/** The message `trip.field.…` that names a field of a trip, day or stop. */
export function fieldKey(field: string): (typeof KEYS)[number] | "any" {
  if (field === "startDate" || field === "endDate") return "dates";
  return KEYS.find((key) => key === field) ?? "any";
}
