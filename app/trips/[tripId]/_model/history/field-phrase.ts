import type { Changes } from "./history-groups.ts";
import type { HistoryNames, Phrase } from "./history-phrase.ts";

/** The fields whose old and new values are short enough for a sentence of the history. */
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
/** The fields that no sentence names, because they follow from other fields or because other sentences report them. */
const UNTOLD = new Set(["position", "formerDate", "deletedAt", "version", "updatedAt", "formerCurrencies"]);
/** Fields that are left out if their partner changed, too: an end moves along with its start. */
const PAIRS: Record<string, string> = { endTime: "startTime", end: "start" };

/**
 * Returns the sentence for a change of one row: with the old and the new value if one field changed that is short
 * enough, else with the names of the fields.
 * @param times how many writes made the change
 */
export function fieldPhrase(name: string, changes: Changes, names: HistoryNames, times = 1): Phrase {
  const told = Object.entries(changes).filter(
    ([field]) => !UNTOLD.has(field) && !((PAIRS[field] ?? "") in changes),
  );
  const [only] = told;
  if (!only || told.length > 1) {
    // Both ends, or both dates, have the same name and are named once.
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
