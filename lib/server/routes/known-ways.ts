import { estimateLeg, type Leg, type Point, type WayOf } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import { configuredRouter } from "./configured-router.ts";
import { askedMode } from "./list-legs.ts";
import type { FoundWay } from "./router.ts";

/** A way of a plan: `chosen` is how somebody wants to go, null where nobody has said. */
export interface PlannedWay {
  from: Point;
  to: Point;
  chosen: TravelMode | null;
}

interface KnownWays {
  wayOf: WayOf;
  /** Whose map it is, where any of the ways goes by it. */
  attribution: string | null;
}

/** What a router has told of these ways before, and estimates of the others. Nobody is asked. */
export async function knownWays(planned: readonly PlannedWay[]): Promise<KnownWays> {
  const router = configuredRouter();
  if (!router) return { wayOf: estimateLeg, attribution: null };
  const wanted = planned.flatMap(({ from, to, chosen }) => {
    const leg = estimateLeg(from, to, chosen);
    const mode = leg && askedMode(leg.mode);
    return mode ? [{ key: keyOf(from, to, chosen), from, to, mode }] : [];
  });
  const found = await router.knownWays(wanted);
  const known = new Map<string, Leg>(
    wanted.flatMap(({ key, mode }, index) => {
      const leg = legOf(mode, found[index] ?? null);
      return leg ? [[key, leg] as const] : [];
    }),
  );
  return {
    wayOf: (from, to, chosen) => known.get(keyOf(from, to, chosen)) ?? estimateLeg(from, to, chosen),
    attribution: known.size > 0 ? router.attribution : null,
  };
}

function keyOf(from: Point, to: Point, chosen: TravelMode | null | undefined): string {
  return `${chosen ?? ""} ${from.lat},${from.lng} ${to.lat},${to.lng}`;
}

function legOf(mode: TravelMode, way: FoundWay): Leg | null {
  if (way === null || way === "unknown") return null;
  const minutes = Math.max(1, Math.round(way.seconds / 60));
  return { mode, meters: Math.round(way.meters), minutes, isRouted: true };
}
