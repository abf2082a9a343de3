import type { Changes } from "./history-groups.ts";
import type { HistoryNames, Phrase } from "./history-phrase.ts";

/** Values that are short enough to be told. */
const TOLD = new Set([
  "startTime",
  "endTime",
  "category",
  "cost",
  "kind",
  "start",
  "end",
  "from",
  "to",
  "confirmation",
  "provider",
  "stopId",
  "destination",
  "currency",
  "timezone",
  "travelMode",
  "deadline",
  "dueDate",
  "spentOn",
  "paidOn",
  "nights",
  "reservationId",
  "note",
]);
/** What follows from other fields, or is told in another way. */
const UNTOLD = new Set(["position", "formerDate", "deletedAt", "version", "updatedAt", "formerCurrencies"]);
/** The end moves along with the start, so the start alone tells it. */
const PAIRS: Record<string, string> = { endTime: "startTime", end: "start" };

/**
 * The change of one thing: the field with both values where there is one to tell, else the fields. `times`: how many
 * writes did it.
 */
export function fieldPhrase(name: string, changes: Changes, names: HistoryNames, times = 1): Phrase {
  const told = Object.entries(changes).filter(
    ([field]) => !UNTOLD.has(field) && !((PAIRS[field] ?? "") in changes),
  );
  const [only] = told;
  if (!only || told.length > 1) {
    // Both ends, or both dates, are one field to people.
    const fields = [...new Set(told.map(([field]) => names.field(field)))];
    return { key: "fieldsChanged", values: { name, fields: names.some(fields), times } };
  }
  const [field, [before, after]] = only;
  if (field === "name" || field === "title" || field === "text")
    return { key: "renamed", values: { before: String(before), name: String(after) } };
  if (!TOLD.has(field)) return { key: "fieldsChanged", values: { name, fields: names.field(field), times } };
  const values = { name, field: names.field(field), to: names.value(field, after) };
  if (isNothing(after))
    return { key: "fieldEmptied", values: { ...values, from: names.value(field, before) } };
  if (isNothing(before)) return { key: "fieldSet", values };
  return { key: "fieldChanged", values: { ...values, from: names.value(field, before) } };
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
