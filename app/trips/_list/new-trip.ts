import { ApiError } from "#lib/client/api.ts";
import { daysBetween } from "#lib/shared/dates.ts";
import { MAX_TRIP_DAYS } from "#lib/shared/date-range.ts";
import { tripStatus } from "#lib/shared/trip-status.ts";
import type { NewTrip, TripSummary } from "#lib/shared/trips.ts";

/** What the dialog holds. */
export interface TripForm {
  where: string;
  /** `YYYY-MM-DD`, or "". */
  start: string;
  end: string;
  currency: string;
}

export type TripFormError = "where" | "long" | "start" | "end" | "order" | "days";

/** What is still wrong, by field; the service checks the same. */
export function checkTripForm({ where, start, end }: TripForm): {
  where?: TripFormError;
  dates?: TripFormError;
} {
  const name = where.trim();
  return {
    ...(name === "" ? { where: "where" } : name.length > 120 ? { where: "long" } : {}),
    ...checkDates(start, end),
  };
}

function checkDates(start: string, end: string): { dates?: TripFormError } {
  if (start === "" && end === "") return {};
  if (start === "") return { dates: "start" };
  if (end === "") return { dates: "end" };
  const days = daysBetween(start, end) + 1;
  if (days < 1) return { dates: "order" };
  return days > MAX_TRIP_DAYS ? { dates: "days" } : {};
}

/** The text that says why a trip was not made. */
export function createProblem(error: unknown) {
  if (!(error instanceof ApiError) || error.status >= 500) return "createFailed";
  const { code, issues = [] } = error.body;
  if (code === "UNAUTHENTICATED") return "createSignedOut";
  if (code === "RATE_LIMITED") return "createTooMany";
  const isName = issues.some(({ path }) => /\b(title|name)$/.test(path));
  return isName ? "createWrongName" : "createRefused";
}

interface Creator {
  id: string;
  name: string;
  image: string | null;
}

/** The create request, and the row that the list shows meanwhile. `zone` is the creator's own, where the plan has none. */
export function draftTrip(form: TripForm, id: string, creator: Creator, zone: string, now: Date) {
  const title = form.where.trim();
  const dates = form.start && form.end ? { startDate: form.start, endDate: form.end } : {};
  const input: NewTrip & { id: string } = {
    id,
    title,
    destination: { name: title },
    currency: form.currency,
    timezone: zone,
    ...dates,
  };
  const startDate = dates.startDate ?? null;
  const endDate = dates.endDate ?? null;
  const at = now.toISOString();
  const me = { id, userId: creator.id, name: creator.name, image: creator.image, role: "owner" as const };
  const draft: TripSummary = {
    id,
    title,
    destination: { name: title },
    startDate,
    endDate,
    timezone: zone,
    currency: form.currency,
    status: tripStatus({ startDate, endDate, timezone: zone, archivedAt: null }, now),
    role: "owner",
    memberCount: 1,
    stopCount: 0,
    members: [{ ...me, hasAccount: true, leftAt: null, version: 1, updatedAt: at }],
    isSample: false,
    isDemo: false,
    archivedAt: null,
    deletedAt: null,
    updatedAt: at,
  };
  return { input, draft };
}
