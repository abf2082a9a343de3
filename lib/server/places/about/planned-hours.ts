import { selectPlannedObjects } from "#db/queries/places.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlannedHours } from "#lib/shared/place-about.ts";
import { requireAccess } from "../../access.ts";
import { requireWithinLimit } from "../../auth/rate-limit.ts";
import type { Ctx } from "../../context.ts";
import { withTimeout } from "../../timeout.ts";
import { OPEN_SERVICES } from "../../open-services/services.ts";
import { findMapObject } from "../map-object.ts";
import { openDaysAt } from "./open-days.ts";

/** By person: a page asks once, and again when the plan has moved. */
const LIMIT = { windowSeconds: 600, max: 120 };
const MOST_STOPS = 300;
/** One place after the other, until it has taken long enough for once: the rest is told the next time. */
const LONG_ENOUGH_MS = 2500;

/**
 * When the places of a trip's stops are open, on the day of each and the day before, whose nights run into it.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function plannedHours(ctx: Ctx, tripId: string): Promise<PlannedHours> {
  await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), placesApi.plannedHours.path, LIMIT, { subject: ctx.viewer.userId });
  const planned = await selectPlannedObjects(ctx.db, { tripId, limit: MOST_STOPS });
  const found = await hoursOfPlaces(planned);
  return { ...found, attribution: found.stops.length > 0 ? ATTRIBUTION : null };
}

/** The place of a stop as an object of OpenStreetMap, and the day that it is planned for. */
export interface PlannedObject extends Point {
  stopId: string;
  date: string;
  ref: string;
}

/** The hours of each on its day and the day before, as far as they are known soon enough. */
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
