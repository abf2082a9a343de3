export type EditedKind = "trip" | "stop" | "reservation" | "settlement";

/**
 * By field, the other fields that must agree with it, so that an edit of one conflicts with a change of the other: the
 * two ends of a reservation, the two dates of a trip, the parts of an amount, a currency and its exchange rate. A place
 * belongs here too, since it may set the time zone.
 */
const BESIDE: Record<EditedKind, Readonly<Record<string, readonly string[]>>> = {
  trip: { startDate: ["endDate"], currency: ["formerCurrencies"] },
  stop: { place: ["timezone"] },
  reservation: { start: ["end"], end: ["start"] },
  settlement: { amount: ["currency"], currency: ["amount"] },
};

/**
 * Returns the fields over which an edit can conflict: the fields of its patch, and the fields that must not have
 * changed either because they must agree with those of the patch.
 */
export function conflictFields(kind: EditedKind, patch: object): string[] {
  const fields = Object.entries(patch).filter(([, value]) => value !== undefined);
  return [...new Set(fields.flatMap(([field, value]) => restingOn(kind, field, value)))];
}

/** Returns the fields of the patch that conflict with the fields that somebody else has changed. */
export function conflictsAmong(kind: EditedKind, patch: object, touched: readonly string[]): string[] {
  return Object.entries(patch)
    .filter(([field, value]) => restingOn(kind, field, value).some((each) => touched.includes(each)))
    .map(([field]) => field);
}

function restingOn(kind: EditedKind, field: string, value: unknown): string[] {
  if (kind === "trip" && field === "destination") return bringsZone(value) ? [field, "timezone"] : [field];
  return [field, ...(BESIDE[kind][field] ?? [])];
}

/** Whether a destination sets the time zone: it does if a zone was sent with it, or if it has coordinates. */
function bringsZone(destination: unknown): boolean {
  if (typeof destination !== "object" || destination === null) return false;
  const { timezone, lat }: { timezone?: unknown; lat?: unknown } = destination;
  return timezone !== undefined || lat !== undefined;
}
