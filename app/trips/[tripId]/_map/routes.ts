import { estimateLeg, type Leg, type LegMode, type Point } from "#lib/shared/legs.ts";
import { dayTone, isInView, type MapDay, type MapPoint } from "./map-model.ts";
import { nearestLng } from "./projection.ts";

/** A part of a day's way that looks the same all along. */
export interface Route {
  key: string;
  tone: number;
  quiet: boolean;
  mode: LegMode;
  /** Longitudes may leave ±180, so that Suva to Samoa does not go around the world. */
  points: Point[];
}

/** Legs, along streets where a router told them and else straight, drawn by the same rule as those of the list; the day in view comes last, above the others. */
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
 * Legs in a row that look alike are one line, so that its dots keep their rhythm and its corners are round. No line runs past a stop
 * that has no place.
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
    // Nearer than a leg is the same place: the way goes on from where it ended.
    if (!at || leg) at = next;
  }
  return lines;
}

/** A router's way begins and ends on a street, each point on the same side of the date line as the one before. */
function alongStreets({ path = [] }: Leg, from: Point): Point[] {
  let lastLng = from.lng;
  return path.map(([lng, lat]) => {
    lastLng = nearestLng(lng, lastLng);
    return { lat, lng: lastLng };
  });
}
