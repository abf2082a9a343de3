import { estimateLeg, type Leg, type LegMode, type Point } from "#lib/shared/legs.ts";
import { dayTone, isInView, type MapDay, type MapPoint } from "../_base/places/map-model.ts";
import { nearestLng } from "../_model/places/projection.ts";

/** A section of a day's routes that is drawn in one style. */
export interface Route {
  key: string;
  tone: number;
  quiet: boolean;
  mode: LegMode;
  /** Longitudes may exceed ±180, so that a line from Suva to Samoa does not go around the world. */
  points: Point[];
}

/**
 * Returns the lines of all legs: along streets where a routing service gave a route, else straight. The day in view
 * comes last, so that it is drawn above the others.
 */
export function routesOf(days: readonly MapDay[], activeDayId: string | null): Route[] {
  const routes = days.flatMap((day) => {
    const [tone, quiet] = [dayTone(day), !isInView(day, activeDayId)];
    return linesOf(day.points).map(({ mode, points }, index): Route => ({
      key: `${day.id} ${index}`,
      tone,
      quiet,
      mode,
      points,
    }));
  });
  return routes.toSorted((a, b) => Number(b.quiet) - Number(a.quiet));
}

/**
 * Joins consecutive legs of the same travel mode into one line, so that its dots are evenly spaced and its corners
 * are round. A line is interrupted where a stop has no place.
 */
function linesOf(stops: readonly MapPoint[]): Array<Pick<Route, "mode" | "points">> {
  const lines: Array<Pick<Route, "mode" | "points">> = [];
  let at: Point | null = null;
  for (const stop of stops) {
    const next: Point = { lat: stop.lat, lng: at ? nearestLng(stop.lng, at.lng) : stop.lng };
    if (stop.isAfterGap) at = null;
    const leg = at && (stop.way ?? estimateLeg(at, next));
    const line = lines.at(-1);
    if (at && leg) {
      const onwards = [...alongStreets(leg, at), next];
      if (line?.mode === leg.mode && line.points.at(-1) === at) line.points.push(...onwards);
      else lines.push({ mode: leg.mode, points: [at, ...onwards] });
    }
    // Two points without a leg between them are in the same spot, so the line continues from the first.
    if (!at || leg) at = next;
  }
  return lines;
}

/**
 * Returns the points of a leg's route, which begins and ends on a street. Each longitude is on the same side of the
 * date line as the one before.
 */
function alongStreets({ path = [] }: Leg, from: Point): Point[] {
  let lastLng = from.lng;
  return path.map(([lng, lat]) => {
    lastLng = nearestLng(lng, lastLng);
    return { lat, lng: lastLng };
  });
}
