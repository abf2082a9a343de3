import * as z from "zod";
import { isTimeZone } from "#lib/shared/dates.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlannedDeparture } from "#lib/shared/planned-departure.ts";
import { removeDirectionOverrides } from "#lib/shared/text-direction.ts";
import type { TransitMode } from "#lib/shared/transit-modes.ts";
import type { TimetableConnection, FoundConnections, ConnectionPart, PartEnd } from "./connections.ts";
import { decodePolyline, simplifyPath } from "./polyline.ts";
import type { RoutingRequest } from "./routing-provider.ts";
import { FareTransfer, leastPrice } from "./transit-fares.ts";

/** The transit modes for the modes of MOTIS; a missing one is `other`. */
const MODES: Readonly<Record<string, TransitMode>> = {
  WALK: "walk",
  BUS: "bus",
  COACH: "coach",
  TRAM: "tram",
  SUBWAY: "subway",
  METRO: "subway",
  FERRY: "ferry",
  AIRPLANE: "plane",
  RAIL: "train",
  HIGHSPEED_RAIL: "train",
  LONG_DISTANCE: "train",
  NIGHT_RAIL: "train",
  REGIONAL_RAIL: "train",
  REGIONAL_FAST_RAIL: "train",
  SUBURBAN: "train",
  FUNICULAR: "cableway",
  AERIAL_LIFT: "cableway",
  AREAL_LIFT: "cableway",
  CABLE_CAR: "cableway",
};
/** The names that MOTIS gives to the two ends of the request. */
const ASKED_SPOTS: ReadonlySet<string> = new Set(["START", "END"]);

const MINUTE_MS = 60_000;
/** The largest difference from the planned time; a departure farther from it does not suit the plan. */
const FARTHEST_MS = 12 * 60 * MINUTE_MS;
const LONGEST_MS = 48 * 60 * MINUTE_MS;
const MOST_OTHERS = 2;
const MOST_PARTS = 20;
const MOST_NAME = 100;

const Moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const Name = z
  .string()
  .nullish()
  .transform((text) => nameIn(text ?? ""));
const Stop = z.object({
  name: Name,
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  tz: z.string().nullish(),
});
const Leg = z.object({
  mode: z.string(),
  from: Stop,
  to: Stop,
  startTime: Moment,
  endTime: Moment,
  distance: z.number().min(0).max(1e8).nullish(),
  routeShortName: Name,
  displayName: Name,
  headsign: Name,
  agencyName: Name,
  cancelled: z.boolean().nullish(),
  legGeometry: z.object({ points: z.string(), precision: z.int().min(1).max(7) }).nullish(),
  fareTransferIndex: z.int().min(0).nullish(),
});
type Leg = z.infer<typeof Leg>;
const Itinerary = z
  .object({
    startTime: Moment,
    endTime: Moment,
    transfers: z.int().min(0).max(MOST_PARTS),
    legs: z.array(Leg).min(1).max(MOST_PARTS),
    fareTransfers: z.array(FareTransfer).nullish().catch(null),
  })
  .refine(({ startTime, endTime }) => startTime < endTime && endTime - startTime <= LONGEST_MS)
  .refine(({ legs }) => legs.every((leg) => leg.startTime <= leg.endTime));
type Itinerary = z.infer<typeof Itinerary>;
const Answer = z.object({ itineraries: z.array(z.unknown()).max(100) });

/** A server with the `plan` endpoint of MOTIS, version 5. */
export class Motis {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns the request for connections; its result is null when there is none at about the planned time. */
  connections(from: Point, to: Point, planned: PlannedDeparture): RoutingRequest<FoundConnections | null> {
    const query = new URLSearchParams({
      time: new Date(planned.at).toISOString().replace(".000Z", "Z"),
      arriveBy: String(planned.by === "arrival"),
      numItineraries: "3",
    });
    const places = `fromPlace=${spotOf(from)}&toPlace=${spotOf(to)}`;
    return {
      url: `${this.#url}/api/v5/plan?${places}&${query}`,
      read: (body, status) => (isRefused(status) ? null : bestOf(itinerariesIn(body), planned)),
    };
  }
}

function spotOf({ lat, lng }: Point): string {
  return `${lat.toFixed(5)},${lng.toFixed(5)}`;
}

/**
 * Whether the server refuses the request as one that it can't answer.
 * @throws Error for any other failure
 */
function isRefused(status: number): boolean {
  if (status === 400 || status === 422) return true;
  if (status >= 400) throw new Error(`It answered ${status}.`);
  return false;
}

/**
 * Reads the connections of an answer; a single invalid one is skipped.
 * @throws Error when all are invalid
 */
function itinerariesIn(body: unknown): Itinerary[] {
  const { itineraries } = Answer.parse(body);
  const read = itineraries.map((each) => Itinerary.safeParse(each));
  const good = read.flatMap(({ data }) => (data ? [data] : []));
  if (good.length === 0 && itineraries.length > 0) throw new Error("It answered in another shape.");
  return good;
}

/**
 * Chooses the connection that arrives first among those that leave in time, or leaves last among those that arrive in
 * time.
 */
function bestOf(all: readonly Itinerary[], planned: PlannedDeparture): FoundConnections | null {
  const possible = all.filter((each) => isRide(each) && suits(each, planned));
  const [best, ...rest] = possible.toSorted((a, b) =>
    planned.by === "arrival"
      ? b.startTime - a.startTime || a.endTime - b.endTime
      : a.endTime - b.endTime || b.startTime - a.startTime,
  );
  if (!best) return null;
  const path = best.legs.flatMap(pathOf);
  return {
    best: connectionOf(best),
    meters: Math.round(lengthOf(path)),
    path: simplifyPath(path),
    others: rest
      .slice(0, MOST_OTHERS)
      .toSorted((a, b) => a.startTime - b.startTime)
      .map(connectionOf),
  };
}

function isRide({ legs }: Itinerary): boolean {
  return legs.some(({ mode }) => mode !== "WALK") && !legs.some(({ cancelled }) => cancelled);
}

function suits({ startTime, endTime }: Itinerary, { at, by }: PlannedDeparture): boolean {
  const early = by === "arrival" ? at - endTime : startTime - at;
  return early >= 0 && early <= FARTHEST_MS;
}

function connectionOf({
  startTime,
  endTime,
  transfers,
  legs,
  fareTransfers,
}: Itinerary): TimetableConnection {
  const rides = legs.filter(({ mode }) => mode !== "WALK");
  const price = fareTransfers ? leastPrice(fareTransfers, rides) : undefined;
  const parts = legs.filter((leg) => !isOneStep(leg)).map(partOf);
  return { departs: startTime, arrives: endTime, transfers, ...(price && { price }), parts };
}

/** Whether a part is only the walk from one platform to another. */
function isOneStep({ mode, startTime, endTime }: Leg): boolean {
  return mode === "WALK" && endTime - startTime < MINUTE_MS;
}

function partOf(leg: Leg): ConnectionPart {
  const mode = MODES[leg.mode] ?? "other";
  const ends = { mode, from: endOf(leg.from, leg.startTime), to: endOf(leg.to, leg.endTime) };
  if (mode === "walk") {
    const { distance } = leg;
    return { ...ends, ...(typeof distance === "number" && { meters: Math.round(distance) }) };
  }
  const line = leg.displayName ?? leg.routeShortName;
  const { headsign, agencyName: agency } = leg;
  return { ...ends, ...(line && { line }), ...(headsign && { headsign }), ...(agency && { agency }) };
}

function endOf({ name, tz }: z.infer<typeof Stop>, at: number): PartEnd {
  return {
    name: name === null || ASKED_SPOTS.has(name) ? null : name,
    at,
    zone: tz && isTimeZone(tz) ? tz : null,
  };
}

/** Returns the path of a part; a straight line when the answer has none. */
function pathOf({ from, to, legGeometry }: Leg): [number, number][] {
  const straight: [number, number][] = [
    [from.lon, from.lat],
    [to.lon, to.lat],
  ];
  if (!legGeometry) return straight;
  try {
    const path = decodePolyline(legGeometry.points, legGeometry.precision);
    return path.length > 1 ? path : straight;
  } catch {
    return straight;
  }
}

function lengthOf(path: readonly [number, number][]): number {
  return path.slice(1).reduce((sum, [lng, lat], index) => {
    const [x, y] = path[index] ?? [lng, lat];
    return sum + distanceMeters({ lat: y, lng: x }, { lat, lng });
  }, 0);
}

/** Cleans a name to one line of text for use in sentences; null for an empty one. */
function nameIn(text: string): string | null {
  const plain = removeDirectionOverrides(text.toWellFormed()).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  return Array.from(plain.trim()).slice(0, MOST_NAME).join("").trim() || null;
}
