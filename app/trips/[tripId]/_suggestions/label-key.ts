const KEYS = [
  "name",
  "title",
  "text",
  "time",
  "dates",
  "destination",
  "cover",
  "currency",
  "timezone",
  "category",
  "cost",
  "place",
  "hours",
  "travelMode",
  "kind",
  "start",
  "end",
  "from",
  "to",
  "confirmation",
  "provider",
  "contact",
  "stopId",
  "section",
  "assigneeId",
  "dueDate",
  "isDone",
  "list",
  "participants",
  "url",
  "notes",
] as const;

/** The message `trip-suggestions.field.…` that names a field, or a pair of them, in front of its values. */
export function labelKey(field: string): (typeof KEYS)[number] | "any" {
  if (field === "startTime" || field === "endTime") return "time";
  if (field === "startDate" || field === "endDate") return "dates";
  return KEYS.find((key) => key === field) ?? "any";
}

/** Names before values, the long texts late; the order in which a row tells its fields. */
export function labelRank(field: string): number {
  const rank = KEYS.findIndex((key) => key === field);
  return rank < 0 ? KEYS.length : rank;
}
