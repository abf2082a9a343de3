import { addDays } from "#lib/shared/dates.ts";
import { formatMoney, type MoneyValue, parseAmount } from "#lib/shared/money.ts";
import type { Intent } from "./intents.ts";
import { describeWriteOutcome, type SkillContext } from "./plan-skills.ts";
import type { SkillRun } from "./run.ts";
import { type Fields, fieldsOf, listOf, placesIn, readDayIn, textIn, tools, tripIn } from "./tools.ts";
import { findDay, findStops, stopsOf } from "./trip-search.ts";
import type { HistoryEntry, Leg, NewDates, Payment, Problem, StreetOutcome } from "./words.ts";

type Wanted<Do extends Intent["do"]> = Extract<Intent, { do: Do }>;

const SHOWN = 5;

export function* findPlaces({ what, near }: Wanted<"find">, { say }: SkillContext): SkillRun {
  const trip = near === "" ? null : tripIn(yield tools.readTrip());
  const [spot] = trip ? findStops(trip, near, "closely") : [];
  const isPlaced = (spot?.stop.at ?? null) !== null;
  const query = [what, near].filter(Boolean).join(" ");
  const found = placesIn(
    spot && isPlaced ? yield tools.findNearby(spot.stop.stopId, what) : yield tools.searchPlaces(query),
  );
  const where = spot?.stop.name ?? near;
  return found.length === 0 ? say.foundNone(what, where) : say.found(what, where, found.slice(0, SHOWN));
}

export function* findPlace({ what }: Wanted<"where">, { say }: SkillContext): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  const [place] = placesIn(yield tools.searchPlaces(what), trip ? stopsOf(trip) : []);
  if (!place) return say.foundNone(what, "");
  const [spot] = trip ? findStops(trip, what, "closely") : [];
  const planned = trip && spot ? say.planned(trip, spot.day, spot.stop.startTime) : "";
  return [say.where(place), planned].filter(Boolean).join(say.between);
}

export function* lookAtStreet({ where }: Wanted<"street">, { say }: SkillContext): SkillRun {
  if (where === "") return say.whichPlace;
  const trip = tripIn(yield tools.readTrip());
  const [spot] = trip ? findStops(trip, where, "closely") : [];
  const name = spot?.stop.name ?? where;
  const seen = fieldsOf(
    spot?.stop.at ? yield tools.lookAtStop(spot.stop.stopId) : yield tools.lookAtPlace(name),
  );
  if (seen.outcome !== "found") return say.noStreet(name, outcomeOf(seen.outcome));
  return say.street(name, listOf(seen.images).length, seen.isPanoramaNear === true);
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

export function* tellPlan({ when }: Wanted<"plan">, { say, now }: SkillContext): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  if (when.day === undefined) return say.tripPlan(trip);
  const day = findDay(trip, when.day, now);
  if (day === undefined) return say.noDay(trip);
  if (day === null) return say.dayPlan(say.dayName(trip, null), null, trip.ideas, "");
  const { title, stops, notes } = readDayIn(yield tools.readDay(day.dayId));
  return say.dayPlan(say.dayName(trip, day), title ?? day.title, stops, notes);
}

export function* tellRoute({ when }: Wanted<"route">, { say, now }: SkillContext): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const day = when.day === undefined ? null : findDay(trip, when.day, now);
  if (!day) return day === undefined ? say.noDay(trip) : say.whichDay;
  const route = fieldsOf(yield tools.estimateRoute(day.dayId));
  return say.route(say.dayName(trip, day), listOf(route.ways).map(legIn), textIn(route, "summary"));
}

function legIn(leg: Fields): Leg {
  const { minutes, meters } = leg;
  return {
    from: textIn(leg, "from"),
    to: textIn(leg, "to"),
    minutes: typeof minutes === "number" ? minutes : null,
    km: typeof meters === "number" ? meters / 1000 : null,
  };
}

/** Answers who owes whom. The tool's result has no list if nobody owes anything, and no currency if it is a refusal. */
export function* tellBalances(_: unknown, { say }: SkillContext): SkillRun {
  const result = fieldsOf(yield tools.readBalances());
  if (textIn(result, "currency") === "") return textIn(result, "summary") || say.noBalances;
  const payments = listOf(result.payments).map((payment): Payment => {
    const said = textIn(payment, "amount");
    const money = moneyIn(said);
    const amount = money ? formatMoney(money, say.locale, "symbol") : said;
    return { from: textIn(payment, "from"), to: textIn(payment, "to"), amount };
  });
  return payments.length === 0 ? say.nobodyOwes : say.owes(payments);
}

/** Parses an amount such as `12.34 EUR`. */
function moneyIn(text: string): MoneyValue | null {
  const [written = "", currency = ""] = text.split(" ");
  const amount = /^[A-Z]{3}$/.test(currency) ? parseAmount(written, currency) : null;
  return amount === null ? null : { amount, currency };
}

export function* draftExpense(
  { title, amount, currency: named }: Wanted<"spend">,
  { say }: SkillContext,
): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const currency = named ?? trip.currency;
  const minor = parseAmount(amount, currency);
  if (minor === null) return say.noAmount;
  const parts = trip.memberIds.map((memberId) => ({ memberId }));
  const payers = [{ memberId: trip.askerId, amount: minor }];
  const split = { mode: "equal", parts } as const;
  const result = yield tools.draftExpense({ title, amount: minor, currency, payers, split });
  const written = formatMoney({ amount: minor, currency }, say.locale, "symbol");
  return describeWriteOutcome(result, say.drafted(title, written), say);
}

export function* previewDates({ days }: Wanted<"shift">, { say }: SkillContext): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const { startDate, endDate } = trip.dates;
  if (startDate === null || endDate === null) return say.noDates;
  const [start, end] = [addDays(startDate, days), addDays(endDate, days)];
  const preview = fieldsOf(yield tools.previewDates(start, end));
  if (preview.isChanged !== false) return say.refused(textIn(preview, "summary"));
  return say.dates(start, end, newDatesIn(preview));
}

function newDatesIn(preview: Fields): NewDates {
  const texts = (name: string) => {
    const list = preview[name];
    return Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
  };
  return {
    movedDays: texts("shiftedDays").length,
    toIdeas: texts("stopsToIdeas"),
    keptBookings: texts("keptBookings"),
  };
}

export function* checkTrip(_: unknown, { say }: SkillContext): SkillRun {
  const result = fieldsOf(yield tools.checkTrip());
  if (typeof result.count !== "number") return say.refused(textIn(result, "summary"));
  const found = listOf(result.problems).map((problem): Problem => {
    const says = textIn(problem, "says");
    return {
      kind: textIn(problem, "kind"),
      date: textIn(problem, "date"),
      says,
      names: Array.from(says.matchAll(/“([^”]*)”/g), ([, name = ""]) => name),
    };
  });
  return found.length === 0 ? say.fine : say.problems(found);
}

export function* tellHistory(_: unknown, { say }: SkillContext): SkillRun {
  const result = fieldsOf(yield tools.readHistory(SHOWN));
  if (!Array.isArray(result.changes)) return say.refused(textIn(result, "summary"));
  const deeds = listOf(result.changes).map((change): HistoryEntry => {
    const what = textIn(change, "what");
    return { by: textIn(change, "by"), verb: what.split(".")[1] ?? "", name: textIn(change, "name"), what };
  });
  return deeds.length === 0 ? say.noHistory : say.history(deeds);
}
