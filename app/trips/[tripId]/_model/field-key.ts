/** The fields of a stop that presence can name as being edited. */
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
  "hours",
] as const;

const BOOKING_FIELDS = [
  "kind",
  "times",
  "from",
  "to",
  "confirmation",
  "provider",
  "contact",
  "stop",
] as const;
const DECISION_FIELDS = ["candidates", "deadline", "target"] as const;
const MONEY_FIELDS = [
  "money",
  "amount",
  "rate",
  "spentOn",
  "paidOn",
  "nights",
  "reservation",
  "private",
  "note",
  "budget",
] as const;
const ITEM_FIELDS = ["text", "section", "assignee", "dueDate"] as const;
const KEYS = [
  "title",
  "dates",
  "destination",
  "cover",
  "currency",
  "timezone",
  "travelMode",
  ...STOP_FIELDS,
  ...BOOKING_FIELDS,
  ...DECISION_FIELDS,
  ...MONEY_FIELDS,
  ...ITEM_FIELDS,
] as const;

/** Returns the key of the message `trip.field.…` that names a field of a trip or of one of its rows. */
export function fieldKey(field: string): (typeof KEYS)[number] | "any" {
  if (field === "startDate" || field === "endDate") return "dates";
  if (field === "start" || field === "end") return "times";
  if (field === "stopId") return "stop";
  if (field === "reservationId") return "reservation";
  if (field === "assigneeId") return "assignee";
  if (field === "dayId") return "target";
  return KEYS.find((key) => key === field) ?? "any";
}
