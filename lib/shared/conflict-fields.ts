export type EditedKind = "trip" | "stop" | "reservation" | "settlement";

/**
 * By field, the others that it agrees or conflicts with: the ends of a booking, the dates of a trip, what a sum of money
 * is made of, a currency and what leads to it. And a place may bring its zone along.
 */
const BESIDE: Record<EditedKind, Readonly<Record<string, readonly string[]>>> = {
  trip: { startDate: ["endDate"], currency: ["formerCurrencies"] },
  stop: { place: ["timezone"] },
  reservation: { start: ["end"], end: ["start"] },
  settlement: { amount: ["currency"], currency: ["amount"] },
};

/** What an edit conflicts over: the fields of its patch, and what must not have changed beside them either. */
export function conflictFields(kind: EditedKind, patch: object): string[] {
  const fields = Object.entries(patch).filter(([, value]) => value !== undefined);
  return [...new Set(fields.flatMap(([field, value]) => restingOn(kind, field, value)))];
}

/** Those fields of the patch that conflict, where these are touched. */
export function conflictsAmong(kind: EditedKind, patch: object, touched: readonly string[]): string[] {
  return Object.entries(patch)
    .filter(([field, value]) => restingOn(kind, field, value).some((each) => touched.includes(each)))
    .map(([field]) => field);
}

function restingOn(kind: EditedKind, field: string, value: unknown): string[] {
  if (kind === "trip" && field === "destination") return bringsZone(value) ? [field, "timezone"] : [field];
  return [field, ...(BESIDE[kind][field] ?? [])];
}

/** A destination has a zone where it was sent, or has coordinates. */
function bringsZone(destination: unknown): boolean {
  if (typeof destination !== "object" || destination === null) return false;
  const { timezone, lat }: { timezone?: unknown; lat?: unknown } = destination;
  return timezone !== undefined || lat !== undefined;
}
