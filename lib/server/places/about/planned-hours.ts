import { selectPlannedOsmPlaces } from "#db/queries/places.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlannedHours } from "#lib/shared/place-about.ts";
import { requireAccess } from "../../access/access.ts";
import { requireWithinLimit } from "../../auth/rate-limit.ts";
import type { Ctx } from "../../context.ts";
import { withTimeout } from "../../process/timeout.ts";
import { OPEN_SERVICES } from "../../open-services/services.ts";
import { findMapObject } from "../map-object.ts";
import { openDaysAt } from "./open-days.ts";

/** The rate limit by user. A page sends one request, and another when the plan has changed. */
const LIMIT = { windowSeconds: 600, max: 120 };
const MOST_STOPS = 300;
/** How long places are looked up, one after the other; the remaining ones follow with the next request. */
const LONG_ENOUGH_MS = 2500;

/**
 * Returns the opening times of a trip's stops, on the day of each stop and on the day before, whose opening hours may
 * extend past midnight.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function plannedHours(ctx: Ctx, tripId: string): Promise<PlannedHours> {
  await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), placesApi.plannedHours.path, LIMIT, { subject: ctx.viewer.userId });
  const planned = await selectPlannedOsmPlaces(ctx.db, { tripId, limit: MOST_STOPS });
  const found = await hoursOfPlaces(planned);
  return { ...found, attribution: found.stops.length > 0 ? ATTRIBUTION : null };
}

/** The place of a stop as an OpenStreetMap object, and the day of the stop. */
export interface PlannedObject extends Point {
  stopId: string;
  date: string;
  ref: string;
}

/** Returns the opening times of each place on its day and the day before, as far as they are found in time. */
export async function hoursOfPlaces(
  planned: readonly PlannedObject[],
): Promise<Pick<PlannedHours, "stops" | "isPending">> {
  const until = performance.now() + LONG_ENOUGH_MS;
  const stops: PlannedHours["stops"] = [];
  let isPending = false;
  for (const { stopId, date, ref, ...at } of planned.slice(0, MOST_STOPS)) {
    const left = until - performance.now();
    const found = left > 0 ? ((await withTimeout(left, findMapObject(ref))) ?? "no_answer") : "no_answer";
    isPending ||= found === "no_answer";
    const entry = typeof found === "string" ? undefined : found.tags["opening_hours"];
    const hours = entry === undefined ? null : await openDaysAt(entry, at, addDays(date, -1), date);
    if (hours) stops.push({ stopId, days: hours.days });
  }
  return { stops, isPending };
}

const [CREDIT] = OPEN_SERVICES.placeFacts.credits;
const ATTRIBUTION = { text: CREDIT.name, href: CREDIT.href };
