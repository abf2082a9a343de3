import { OPEN_SERVICES } from "../../open-services/services.ts";
import { shortId } from "./known-ids.ts";
import { type DatedStop, type KnownHours, unknownHoursReason, withoutHours } from "./opening.ts";

const [CREDIT] = OPEN_SERVICES.placeFacts.credits;
/** Maximum number of stops whose ids are listed; further ones are only counted. */
const MOST_NAMED = 40;

/**
 * Returns for which stops the opening hours are from the map, and for which they are unknown, so that the model does
 * not take an unchecked stop for open.
 */
export function openingReport(opening: KnownHours, stops: readonly DatedStop[]): object {
  const maps = stops.filter(({ id }) => opening.hours.get(id)?.by === "map");
  const unknown = withoutHours(opening, stops);
  const why = unknown.some(({ place }) => place !== null) ? unknownHoursReason(opening) : null;
  return {
    hoursOfTheMap: named(maps),
    hoursCredit: maps.length > 0 ? CREDIT.name : null,
    hoursNotKnown: named(unknown),
    hoursNotKnownWhy: why,
  };
}

function named(stops: readonly DatedStop[]): string[] {
  const rest = stops.length - MOST_NAMED;
  const ids = stops.slice(0, MOST_NAMED).map(({ id }) => shortId(id));
  return rest > 0 ? [...ids, `and ${rest} more`] : ids;
}
