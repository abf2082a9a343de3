import { type HoursOf, typedHoursOf } from "#lib/shared/open-state.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { env } from "../../env/env.ts";
import { withTimeout } from "../../process/timeout.ts";
import { log } from "../../http/log.ts";
import { hoursOfPlaces, type PlannedObject } from "../../places/about/planned-hours.ts";
import type { ToolRun } from "../tool.ts";
import { openingSentence, type SourcedHours } from "./opening-texts.ts";
import { type PlannedStop, withChanges } from "./planned-stops.ts";
import type { SharedTrip } from "./shared-trip.ts";

/** The longest wait for a service's answer; a run that was stopped does not wait. */
export const HOURS_TIMEOUT_MS = 3500;
const OBJECT = /^osm:/;

type Placed = Pick<PlannedStop, "id" | "hours" | "place" | "category">;

/** A stop with the date of its day. */
export interface DatedStop extends Placed {
  date: string;
}

/** The opening hours of stops, as far as they are known. */
export interface KnownHours {
  hours: ReadonlyMap<string, SourcedHours>;
  /** Whether some opening hours of the map did not arrive in time. */
  isPending: boolean;
}

/**
 * Returns the opening hours of each stop on its day and the day before: those that members have entered, or else the
 * map's. It never rejects.
 */
export async function readKnownHours(run: ToolRun, stops: readonly DatedStop[]): Promise<KnownHours> {
  const hours = new Map<string, SourcedHours>();
  for (const stop of stops) {
    const days = typedHoursOf(stop, stop.date);
    if (days) hours.set(stop.id, { by: "group", days });
  }
  const asked = stops.flatMap(({ id, date, hours: typed, place }) => {
    const ref = place?.placeRef ?? "";
    return place && typed === null && OBJECT.test(ref)
      ? [{ stopId: id, date, ref, lat: place.lat, lng: place.lng }]
      : [];
  });
  const found =
    asked.length > 0 ? await withTimeout(HOURS_TIMEOUT_MS, mapHours(asked), run.ctx.signal) : NONE;
  for (const { stopId, days } of found?.stops ?? []) hours.set(stopId, { by: "map", days });
  return { hours, isPending: found?.isPending ?? true };
}

/** Reads the map's opening hours. A failure is only logged, because the write has succeeded already. */
function mapHours(asked: readonly PlannedObject[]) {
  return hoursOfPlaces(asked).catch((error: unknown) => {
    log().error({ err: error }, "the map's hours could not be told to the agent");
    return null;
  });
}

const NONE = { stops: [], isPending: false };

/** Returns the opening hours in the form for trip checks. */
export function hoursOfOpening({ hours }: KnownHours): HoursOf {
  return ({ id }) => hours.get(id)?.days ?? null;
}

/** Categories of stops for which nobody needs opening hours. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(["lodging", "transport"]);

/** Returns the stops without known opening hours, except those that need none. */
export function withoutHours<Stop extends DatedStop>({ hours }: KnownHours, stops: readonly Stop[]): Stop[] {
  return stops.filter(({ id, category }) => !hours.has(id) && !ALWAYS_THERE.has(category));
}

/** Returns why opening hours are unknown; null: there is no special reason. */
export function unknownHoursReason({ isPending }: Pick<KnownHours, "isPending">): string | null {
  if (env().PLACE_FACTS_URL === undefined)
    return "Here nobody can be asked for opening hours: those alone are known that the group has typed.";
  return isPending ? "The map did not tell all hours in time: they may be there when you ask again." : null;
}

const UNCHECKED = "Say that it was not checked.";

/** Returns whether a changed stop is on the map and open at its time; null: there is nothing to report. */
export async function plannedStopReport(
  run: ToolRun,
  trip: SharedTrip,
  changes: readonly SuggestedChange[],
  stopId: string,
): Promise<string | null> {
  const stop = withChanges(trip, changes).find(({ id }) => id === stopId);
  const date = trip.days.find(({ id }) => id === stop?.dayId)?.date;
  if (!stop) return null;
  const mapless = stop.place ? "" : "It has no place: it is not on the map.";
  if (date === undefined) return mapless || null;
  const opening = await readKnownHours(run, [{ ...stop, date }]);
  const hours = opening.hours.get(stopId);
  const said = hours
    ? openingSentence(hours, date, stop.startTime)
    : unknownHours(opening, { ...stop, date });
  return [mapless, said].filter(Boolean).join(" ") || null;
}

function unknownHours(opening: KnownHours, stop: DatedStop): string {
  if (withoutHours(opening, [stop]).length === 0) return "";
  return ["Its opening hours are not known.", stop.place && unknownHoursReason(opening), UNCHECKED]
    .filter(Boolean)
    .join(" ");
}
