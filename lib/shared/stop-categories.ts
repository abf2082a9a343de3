export const STOP_CATEGORIES = [
  "sight",
  "food",
  "cafe",
  "bar",
  "shopping",
  "nature",
  "museum",
  "activity",
  "lodging",
  "transport",
  "other",
] as const;
