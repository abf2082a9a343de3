import { addDays } from "#lib/shared/dates.ts";
import { formatMoney, parseAmount } from "#lib/shared/money.ts";
import type { Intent } from "./intents.ts";
import { became, type Setting } from "./plan-skills.ts";
import type { Work } from "./run.ts";
import { type Fields, fieldsOf, listOf, placesIn, readDayIn, textIn, tools, tripIn } from "./tools.ts";
import { findDay, findStops } from "./trip-sense.ts";
import type { Leg, Payment, StreetOutcome } from "./words.ts";

type Wanted<Do extends Intent["do"]> = Extract<Intent, { do: Do }>;

const SHOWN = 5;

export function* findPlaces({ what, near }: Wanted<"find">, { say }: Setting): Work {
  const trip = near === "" ? null : tripIn(yield tools.readTrip());
  const [spot] = trip ? findStops(trip, near, "closely") : [];
  const query = [what, near].filter(Boolean).join(" ");
  const found = placesIn(
    spot ? yield tools.findNearby(spot.stop.stopId, what) : yield tools.searchPlaces(query),
  );
  const where = spot?.stop.name ?? near;
  return found.length === 0 ? say.foundNone(what, where) : say.found(what, where, found.slice(0, SHOWN));
}

export function* findPlace({ what }: Wanted<"where">, { say }: Setting): Work {
  const trip = tripIn(yield tools.readTrip());
  const [place] = placesIn(yield tools.searchPlaces(what));
  if (!place) return say.foundNone(what, "");
  const [spot] = trip ? findStops(trip, what, "closely") : [];
  const planned = trip && spot ? say.planned(trip, spot.day, spot.stop.startTime) : "";
  return [say.where(place), planned].filter(Boolean).join(say.between);
}

export function* lookAtStreet({ where }: Wanted<"street">, { say }: Setting): Work {
  if (where === "") return say.whichPlace;
  const trip = tripIn(yield tools.readTrip());
  const [spot] = trip ? findStops(trip, where, "closely") : [];
  const seen = fieldsOf(spot ? yield tools.lookAtStop(spot.stop.stopId) : yield tools.lookAtPlace(where));
  const name = spot?.stop.name ?? where;
  if (seen.outcome !== "found") return say.noStreet(name, outcomeOf(seen.outcome));
  const photos = listOf(seen.images ?? seen.photos ?? seen.results);
  const hasPanorama = seen.panoramaAvailable === true || photos.some(({ kind }) => kind === "panorama");
  const count = typeof seen.resultCount === "number" ? seen.resultCount : photos.length;
  return say.street(name, count, hasPanorama);
}

const OUTCOMES: readonly StreetOutcome[] = [
  "empty",
  "place_not_found",
  "invalid_request",
  "service_unavailable",
];

function outcomeOf(outcome: unknown): StreetOutcome {
  return OUTCOMES.find((known) => known === outcome) ?? "service_unavailable";
}

export function* tellPlan({ when }: Wanted<"plan">, { say, now }: Setting): Work {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  if (when.day === undefined) return say.tripPlan(trip);
  const day = findDay(trip, when.day, now);
  if (day === undefined) return say.noDay(trip);
  if (day === null) return say.dayPlan(say.dayName(trip, null), null, trip.ideas, "");
  const { title, stops, notes } = readDayIn(yield tools.readDay(day.dayId));
  return say.dayPlan(say.dayName(trip, day), title ?? day.title, stops, notes);
}

export function* tellRoute({ when }: Wanted<"route">, { say, now }: Setting): Work {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const day = when.day === undefined ? null : findDay(trip, when.day, now);
  if (!day) return day === undefined ? say.noDay(trip) : say.whichDay;
  const route = fieldsOf(yield tools.estimateRoute(day.dayId));
  return say.route(say.dayName(trip, day), listOf(route.legs).map(legIn), textIn(route, "summary"));
}

function legIn(leg: Fields): Leg {
  const [meters, seconds] = [leg.distanceMeters ?? leg.meters, leg.durationSeconds ?? leg.seconds];
  const minutes = leg.minutes ?? leg.durationMinutes ?? (typeof seconds === "number" ? seconds / 60 : null);
  const km = leg.km ?? leg.distanceKm ?? (typeof meters === "number" ? meters / 1000 : null);
  return {
    from: nameIn(leg, "from"),
    to: nameIn(leg, "to"),
    minutes: typeof minutes === "number" ? Math.round(minutes) : null,
    km: typeof km === "number" ? km : null,
  };
}

/** Of somebody or something that is told by its name, alone or in an object. */
function nameIn(fields: Fields, part: string): string {
  return textIn(fields, `${part}Name`, part) || textIn(fieldsOf(fields[part]), "name", "displayName");
}

export function* tellBalances(_: unknown, { say }: Setting): Work {
  const result = fieldsOf(yield tools.readBalances());
  const transfers = result.transfers ?? result.settleUp ?? result.payments;
  if (!Array.isArray(transfers)) return textIn(result, "summary") || say.noBalances;
  const payments: Payment[] = listOf(transfers).map((transfer) => {
    const currency = textIn(transfer, "currency") || textIn(result, "currency");
    const amount = Number(transfer.amount);
    return {
      from: nameIn(transfer, "from"),
      to: nameIn(transfer, "to"),
      amount: formatMoney({ amount, currency }, say.locale, "symbol"),
    };
  });
  return payments.length === 0 ? say.nobodyOwes : say.owes(payments);
}

export function* draftExpense({ title, amount, currency: named }: Wanted<"spend">, { say }: Setting): Work {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const currency = named ?? trip.currency;
  const minor = parseAmount(amount, currency);
  if (minor === null) return say.noAmount;
  const result = yield tools.draftExpense({ title, amount: minor, currency });
  const written = formatMoney({ amount: minor, currency }, say.locale, "symbol");
  return became(result, say.drafted(title, written), say);
}

export function* previewDates({ days }: Wanted<"shift">, { say }: Setting): Work {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const { startDate, endDate } = trip.dates;
  if (startDate === null || endDate === null) return say.noDates;
  const [start, end] = [addDays(startDate, days), addDays(endDate, days)];
  return say.dates(start, end, textIn(fieldsOf(yield tools.previewDates(start, end)), "summary"));
}

export function* checkTrip(_: unknown, { say }: Setting): Work {
  const result = fieldsOf(yield tools.checkTrip());
  const found = linesIn(result, "checks", "problems", "findings");
  return found.length === 0 ? say.fine : say.problems(found);
}

export function* tellHistory(_: unknown, { say }: Setting): Work {
  const entries = linesIn(
    fieldsOf(yield tools.readHistory(SHOWN)),
    "entries",
    "events",
    "changes",
    "history",
  );
  return entries.length === 0 ? say.noHistory : say.history(entries.slice(0, SHOWN));
}

/** One for each object of the first list that is there. */
function linesIn(result: Fields, ...names: string[]): string[] {
  const list = names.map((name) => result[name]).find((value) => Array.isArray(value));
  return listOf(list)
    .map((entry) => {
      const who = nameIn(entry, "actor") || nameIn(entry, "who") || nameIn(entry, "by");
      const what = textIn(entry, "summary", "message", "text", "what", "kind", "op");
      return who === "" ? what : `${who}: ${what}`;
    })
    .filter((line) => line !== "");
}
