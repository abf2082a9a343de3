import * as z from "zod";
import type { TransitPart, TransitWay } from "#lib/shared/day-legs.ts";
import { AppError } from "#lib/shared/errors.ts";
import { listLegs } from "../../routes/list-legs.ts";
import { tool } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { findDay } from "./known-ids.ts";
import { unappliedChangesNote } from "./planned-stops.ts";
import { readSharedTrip } from "./shared-trip.ts";
import { shortenText } from "./short-text.ts";
import { DayId } from "./stop-inputs.ts";
import { moneyText } from "./row-texts.ts";

/** Maximum number of legs in the result; no real day has more. */
const MOST_LEGS = 60;

export const estimateRoute = tool({
  name: "estimate_route",
  description:
    "How far it is and how long it takes from stop to stop of one day, in the order in which they stand. Says which ways are only estimated, and of public transport the departures around the planned time where a timetable is known.",
  input: z.strictObject({ dayId: DayId }),
  async run(run, { dayId }) {
    const trip = await readSharedTrip(run);
    const day = findDay(dayId, trip.days);
    if (!day) throw new AppError("VALIDATION_FAILED", "Give the id of a day.");
    const names = new Map(trip.stops.map(({ id, name }) => [id, shortenText(name, 60)]));
    const { legs, attribution } = await listLegs(run.ctx, run.tripId, day.id);
    const meters = legs.reduce((sum, leg) => sum + leg.meters, 0);
    const minutes = legs.reduce((sum, leg) => sum + (leg.minutes ?? 0), 0);
    const ways = legs.slice(0, MOST_LEGS).map(({ fromId, toId, mode, source, ...leg }) =>
      withoutEmptyFields({
        from: names.get(fromId),
        to: names.get(toId),
        mode,
        meters: leg.meters,
        minutes: leg.minutes,
        isEstimated: source === "estimate" || null,
        departures: leg.transit && departures(leg.transit),
      }),
    );
    const unknown = legs.filter((leg) => leg.minutes === null).length;
    const note =
      unknown > 0 ? `The times of ${unknown} of these ways are not known; minutes leaves them out.` : null;
    const sums = { count: legs.length, meters, minutes, note, credit: attribution };
    return {
      told: withoutEmptyFields({ notYet: unappliedChangesNote(run), date: day.date, ways, ...sums }),
      about: { date: day.date, meters, count: legs.length },
    };
  },
});

/** Returns the departures; the one that suits the plan is first. */
function departures({ others, plannedFor, ...best }: TransitWay): object[] {
  const told = [best, ...others].map(({ departsAt, arrivesAt, transfers, price, parts }) =>
    withoutEmptyFields({
      departs: departsAt.local,
      arrives: arrivesAt.local,
      transfers,
      price: price && moneyText(price),
      parts: parts.map(partText),
    }),
  );
  return plannedFor.by === "assumed"
    ? [{ note: "Neither stop has a time: these are departures at some time of that day." }, ...told]
    : told;
}

/** Returns a text such as “walk 4 min” or “tram 15E to Algés from Praça da Figueira 10:04 to Belém 10:23”. */
function partText({ mode, minutes, line, headsign, from, to, departsAt, arrivesAt }: TransitPart): string {
  if (mode === "walk") return `walk ${minutes} min`;
  const [left, right] = [departsAt, arrivesAt].map(({ local }) => local.slice(11));
  const words = [mode, line, headsign && `to ${headsign}`, from && `from ${from}`, left, "to", to, right];
  return shortenText(words.filter(Boolean).join(" "), 200);
}
