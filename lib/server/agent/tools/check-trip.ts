import * as z from "zod";
import { assertNever } from "#lib/shared/errors.ts";
import type { LegOf } from "#lib/shared/legs.ts";
import { type PlannedDeparture, plannedDeparture } from "#lib/shared/planned-departure.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { type CheckedRef, checkTrip as problemsOf, type TripCheck } from "#lib/shared/trip-checks.ts";
import { knownRoutes, type PlannedLeg } from "../../routes/known-routes.ts";
import { tool } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { shortId } from "./known-ids.ts";
import { type DatedStop, hoursOfOpening, type KnownHours, readKnownHours } from "./opening.ts";
import { openingReport } from "./opening-report.ts";
import { unappliedChangesNote } from "./planned-stops.ts";
import { readSharedTrip, type SharedTrip } from "./shared-trip.ts";
import { quoteName } from "./short-text.ts";

const MOST = 40;

/** A trip with its opening hours and legs. */
interface Known {
  trip: SharedTrip;
  opening: KnownHours;
  wayOf: LegOf;
}

export const checkTrip = tool({
  name: "check_trip",
  description:
    "What can't work in the plan as it stands: things at the same time, too little time for a way, nights without a bed, stops outside their opening hours, bookings outside the trip's dates. It names the stops whose hours nobody knows: those are not checked.",
  input: z.strictObject({}),
  async run(run) {
    const trip = await readSharedTrip(run);
    const dated = datedStops(trip);
    const [opening, { wayOf, attribution }] = await Promise.all([
      readKnownHours(run, dated),
      knownRoutes(waysToKnow(trip)),
    ]);
    const problems = problemsOf(trip, { wayOf, hoursOf: hoursOfOpening(opening) });
    const told = {
      notYet: unappliedChangesNote(run),
      count: problems.length,
      problems: problems.slice(0, MOST).map((problem) => toldProblem({ trip, opening, wayOf }, problem)),
      note: problems.length > MOST ? `Only the first ${MOST} are told.` : null,
      ...openingReport(opening, dated),
      waysCredit: attribution,
    };
    return { told: withoutEmptyFields(told), about: { count: problems.length } };
  },
});

function datedStops({ days, stops }: SharedTrip): DatedStop[] {
  const dates = new Map(days.map(({ id, date }) => [id, date]));
  return stops.flatMap((stop) => {
    const date = stop.dayId === null ? undefined : dates.get(stop.dayId);
    return date === undefined ? [] : [{ ...stop, date }];
  });
}

/** Returns the legs whose duration a trip check needs. */
function waysToKnow(trip: SharedTrip): PlannedLeg[] {
  const wanted: PlannedLeg[] = [];
  const wayOf: LegOf = (from, to, chosen = null, ride = null) => {
    wanted.push({ from, to, chosen, ride });
    return null;
  };
  problemsOf(trip, { wayOf, hoursOf: () => null });
  return wanted;
}

function toldProblem(known: Known, problem: TripCheck): object {
  const { says, ids } = wordsFor(known, problem);
  return withoutEmptyFields({ date: problem.date, kind: problem.kind, says, ids: ids.map(shortId) });
}

function wordsFor(known: Known, problem: TripCheck): { says: string; ids: string[] } {
  const { trip } = known;
  switch (problem.kind) {
    case "overlap": {
      const { first, second } = problem;
      const says = `${nameOf(trip, first)} and ${nameOf(trip, second)} are at the same time.`;
      return { says, ids: [first.id, second.id] };
    }
    case "transfer":
      return { says: transferWords(known, problem), ids: [problem.from, problem.to] };
    case "night": {
      const nights = problem.count === 1 ? "one night" : `${problem.count} nights`;
      return { says: `For ${nights} from ${problem.date} on there is no bed and no journey.`, ids: [] };
    }
    case "closed": {
      const name = nameOf(trip, { kind: "stop", id: problem.stopId });
      const isMaps = known.opening.hours.get(problem.stopId)?.by === "map";
      const whose = isMaps ? "the map's hours" : "its own opening hours";
      return { says: `${name} is closed then, by ${whose}.`, ids: [problem.stopId] };
    }
    case "outside": {
      const { reservationId: id } = problem;
      return { says: `${nameOf(trip, { kind: "reservation", id })} is outside the trip's dates.`, ids: [id] };
    }
    default:
      return assertNever(problem);
  }
}

/** Describes a leg that takes too long; the text says when the duration is an estimate. */
function transferWords(
  { trip, wayOf }: Known,
  { from, to, needed, free }: Extract<TripCheck, { kind: "transfer" }>,
): string {
  const [left, right] = [from, to].map((id) => nameOf(trip, { kind: "stop", id }));
  const [start, end] = [from, to].map((id) => trip.stops.find((stop) => stop.id === id));
  const way =
    start?.place && end?.place
      ? wayOf(start.place, end.place, end.travelMode, rideOf(trip, start, end))
      : null;
  const takes = way?.transit
    ? `by the timetable one is there after ${needed}`
    : way?.isRouted
      ? `by the router it takes ${needed}`
      : `it takes about ${needed}`;
  return `From ${left} to ${right} ${takes} minutes, and there are ${free}.`;
}

function rideOf({ days, timezone }: SharedTrip, from: StopDto, to: StopDto): PlannedDeparture | null {
  const day = days.find(({ id }) => id === to.dayId);
  return day ? plannedDeparture(from, to, { date: day.date, zone: day.timezone ?? timezone }) : null;
}

function nameOf({ stops, reservations }: SharedTrip, { kind, id }: CheckedRef): string {
  if (kind === "stop") return quoteName(stops.find((stop) => stop.id === id)?.name ?? "");
  return `the booking ${quoteName(reservations.find((booking) => booking.id === id)?.title ?? "")}`;
}
