import * as z from "zod";
import { assertNever } from "#lib/shared/errors.ts";
import { type CheckedRef, checkTrip as problemsOf, type TripCheck } from "#lib/shared/trip-checks.ts";
import { tool } from "../tool.ts";
import { telling } from "./fitted.ts";
import { shortId } from "./known-ids.ts";
import { notYet } from "./planned-stops.ts";
import { readSharedTrip, type SharedTrip } from "./shared-trip.ts";
import { quoted } from "./short-text.ts";

const MOST = 40;

export const checkTrip = tool({
  name: "check_trip",
  description:
    "What can't work in the plan as it stands: things at the same time, too little time for a way, nights without a bed, stops outside their opening hours, bookings outside the trip's dates.",
  input: z.strictObject({}),
  async run(run) {
    const trip = await readSharedTrip(run);
    const problems = problemsOf(trip);
    const told = {
      notYet: notYet(run),
      count: problems.length,
      problems: problems.slice(0, MOST).map((problem) => toldProblem(trip, problem)),
      note: problems.length > MOST ? `Only the first ${MOST} are told.` : null,
    };
    return { told: telling(told), about: { count: problems.length } };
  },
});

function toldProblem(trip: SharedTrip, problem: TripCheck): object {
  const { says, ids } = wordsFor(trip, problem);
  return telling({ date: problem.date, kind: problem.kind, says, ids: ids.map(shortId) });
}

function wordsFor(trip: SharedTrip, problem: TripCheck): { says: string; ids: string[] } {
  switch (problem.kind) {
    case "overlap": {
      const { first, second } = problem;
      const says = `${nameOf(trip, first)} and ${nameOf(trip, second)} are at the same time.`;
      return { says, ids: [first.id, second.id] };
    }
    case "transfer": {
      const { from, to, needed, free } = problem;
      const [left, right] = [from, to].map((id) => nameOf(trip, { kind: "stop", id }));
      const says = `From ${left} to ${right} it takes about ${needed} minutes, and there are ${free}.`;
      return { says, ids: [from, to] };
    }
    case "night": {
      const nights = problem.count === 1 ? "one night" : `${problem.count} nights`;
      return { says: `For ${nights} from ${problem.date} on there is no bed and no journey.`, ids: [] };
    }
    case "closed": {
      const name = nameOf(trip, { kind: "stop", id: problem.stopId });
      return { says: `${name} is closed then, by its own opening hours.`, ids: [problem.stopId] };
    }
    case "outside": {
      const { reservationId: id } = problem;
      return { says: `${nameOf(trip, { kind: "reservation", id })} is outside the trip's dates.`, ids: [id] };
    }
    default:
      return assertNever(problem);
  }
}

function nameOf({ stops, reservations }: SharedTrip, { kind, id }: CheckedRef): string {
  if (kind === "stop") return quoted(stops.find((stop) => stop.id === id)?.name ?? "");
  return `the booking ${quoted(reservations.find((booking) => booking.id === id)?.title ?? "")}`;
}
