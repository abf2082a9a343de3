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

/** Returns the key of the message `trip-suggestions.field.…` that labels a field or a pair of fields. */
export function labelKey(field: string): (typeof KEYS)[number] | "any" {
  if (field === "startTime" || field === "endTime") return "time";
  if (field === "startDate" || field === "endDate") return "dates";
  return KEYS.find((key) => key === field) ?? "any";
}

/** Returns the position of a field in a row: names first, then values, long texts late. */
export function labelRank(field: string): number {
  const rank = KEYS.findIndex((key) => key === field);
  return rank < 0 ? KEYS.length : rank;
}
