import { ApiError } from "#lib/client/base/api.ts";
import { currencyOfCountry } from "#lib/shared/country-currency.ts";
import { daysBetween } from "#lib/shared/dates.ts";
import { MAX_TRIP_DAYS } from "#lib/shared/date-range.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { tripStatus } from "#lib/shared/trip-status.ts";
import type { Destination, NewTrip, TripSummary } from "#lib/shared/trips.ts";

/** The values of the dialog for a new trip. */
export interface TripForm {
  where: string;
  /** The place that was picked; it stays while its name is part of the text. */
  place: PlaceDto | null;
  /** The first day as `YYYY-MM-DD`, or "" for none. */
  start: string;
  end: string;
  /** The chosen currency; null: none was chosen. */
  currency: string | null;
}

/** Returns the chosen currency, else that of the place's country, else the user's own. */
export function currencyOf({ currency, place }: TripForm, own: string): string {
  return currency ?? (place?.countryCode ? currencyOfCountry(place.countryCode) : null) ?? own;
}

/** Returns the form with another text. "Kyoto in autumn" keeps the place Kyoto, "Tokyo" does not. */
export function withDestinationText(form: TripForm, where: string): TripForm {
  const place = form.place && where.includes(form.place.name) ? form.place : null;
  return { ...form, where, place };
}

function destinationOf({ where, place }: TripForm): Destination {
  if (!place) return { name: where.trim() };
  const { name, lat, lng, timezone, countryCode } = place;
  return {
    name: name.slice(0, 120),
    lat,
    lng,
    ...(timezone && { timezone }),
    ...(countryCode && { countryCode }),
  };
}

export type TripFormError = "where" | "long" | "start" | "end" | "order" | "days";

/** Returns what is wrong in each field, by the rules that the service checks, too. */
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

/** Returns the key of the text that says why a trip was not created. */
export function creationProblemKey(error: unknown) {
  if (!(error instanceof ApiError) || error.status >= 500) return "createFailed";
  const { code, issues = [] } = error.body;
  if (error.status === 401) return "createSignedOut";
  if (code === "RATE_LIMITED") return "createTooMany";
  const isName = issues.some(({ path }) => /\b(title|name)$/.test(path));
  return isName ? "createWrongName" : "createRefused";
}

interface Creator {
  id: string;
  name: string;
  image: string | null;
  defaultCurrency: string;
}

/**
 * Returns the request, and the row that the list shows until it is answered. `zone` is the creator's time zone, for a
 * place without one.
 */
export function draftTrip(form: TripForm, id: string, creator: Creator, zone: string, now: Date) {
  const title = form.where.trim();
  const destination = destinationOf(form);
  const currency = currencyOf(form, creator.defaultCurrency);
  const timezone = destination.timezone ?? zone;
  const dates = form.start && form.end ? { startDate: form.start, endDate: form.end } : {};
  const input: NewTrip & { id: string } = {
    id,
    title,
    destination,
    currency,
    timezone,
    ...dates,
  };
  const startDate = dates.startDate ?? null;
  const endDate = dates.endDate ?? null;
  const at = now.toISOString();
  const me = { id, userId: creator.id, name: creator.name, image: creator.image, role: "owner" as const };
  const draft: TripSummary = {
    id,
    title,
    destination,
    startDate,
    endDate,
    timezone,
    currency,
    status: tripStatus({ startDate, endDate, timezone, archivedAt: null }, now),
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
