import type { DayLegs } from "#lib/shared/day-legs.ts";
import { isFar, type Point, waypoints } from "#lib/shared/legs.ts";
import { type Tile, tileName, tilesAlong, tilesAround } from "#lib/shared/map-tiles.ts";
import { dateSpan } from "#lib/shared/reservation-days.ts";
import { compareStops } from "#lib/shared/stop-order.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** The first zoom whose tiles are stored: further out the map shows the embedded map, which is a part of the page. */
const FIRST_ZOOM = 6;
/** The last zoom of a region's overview: up to this zoom the region is a handful of tiles, which are stored first. */
const LAST_FAR_ZOOM = 11;
/** The zooms with streets and their names. Tiles end at the last of them; the map draws closer zooms from its tiles. */
const NEAR_ZOOMS = [12, 13, 14];
/** The distance around a stop or a reservation whose tiles are stored, in metres. */
const AROUND_M = 1500;
/** The distance beside a route whose tiles are stored, in metres. */
const BESIDE_M = 250;
/**
 * The least distance around a stop whose tiles are stored, in tiles: half a tile to each side covers a screen at every
 * zoom.
 */
const HALF_TILE = 0.5;
const EQUATOR_M = 40_075_016.686;
/** The most tiles of one map: it limits the load on tile servers that are free of charge. */
const MAX_TILES = 6000;

/** The places that a trip's map needs, most useful first. */
export interface OfflineArea {
  /** The stops and reservations of the trip's days: first those to come, then the past ones. */
  spots: Point[];
  /** The routes of the trip's days: first those of the days to come, then those of the past days. */
  ways: Point[][];
  /** The stops of Ideas, and reservations without a date. */
  undated: Point[];
}

type Trip = Pick<TripDto, "days" | "stops" | "reservations">;
type Place = { lat?: number | undefined; lng?: number | undefined } | null;

/**
 * Returns the area of a trip.
 * @param legs the service's legs of each day, by the day's id; without them routes are straight lines
 * @param today in the trip's time zone
 */
export function offlineAreaOf(trip: Trip, legs: ReadonlyMap<string, DayLegs>, today: string): OfflineArea {
  const days = trip.days.map((day) => ({ day, stops: stopsOn(trip, day.id) }));
  const booked = trip.reservations.filter(({ deletedAt }) => deletedAt === null);
  const dated = [
    ...days.flatMap(({ day, stops }) => waypoints(stops).map((point) => ({ date: day.date, point }))),
    ...booked.flatMap((booking) => {
      const span = dateSpan(booking);
      return span ? endsOf(booking).map((point) => ({ date: span.first, point })) : [];
    }),
  ];
  const ideas = waypoints(stopsOn(trip, null));
  const bookings = booked.filter((booking) => !dateSpan(booking)).flatMap(endsOf);
  return {
    spots: inTurn(dated, today).map(({ point }) => point),
    ways: inTurn(
      days.map(({ day, stops }) => ({ date: day.date, ways: waysOf(stops, legs.get(day.id)) })),
      today,
    ).flatMap(({ ways }) => ways),
    undated: [...ideas, ...bookings],
  };
}

function stopsOn({ stops }: Trip, dayId: string | null) {
  return stops.filter((stop) => stop.dayId === dayId && stop.deletedAt === null).toSorted(compareStops);
}

function endsOf({ from, to }: { from: Place; to: Place }): Point[] {
  return [from, to].flatMap((place) =>
    place?.lat === undefined || place.lng === undefined ? [] : [{ lat: place.lat, lng: place.lng }],
  );
}

/** Sorts the dates from today on in order, and then the past ones from the newest back. */
function inTurn<T extends { date: string }>(all: readonly T[], today: string): T[] {
  const byDate = (a: T, b: T) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);
  const toCome = all.filter(({ date }) => date >= today).toSorted(byDate);
  return [...toCome, ...all.filter(({ date }) => date < today).toSorted((a, b) => byDate(b, a))];
}

/** Returns the lines of a day's routes. Far stops, between which the group may fly, have none along streets. */
function waysOf(stops: Parameters<typeof waypoints>[0], told: DayLegs | undefined): Point[][] {
  const points = waypoints(stops);
  return points.slice(1).flatMap((to, index) => {
    const from = points[index];
    if (!from || isFar(from, to)) return [];
    const leg = told?.legs.find((each) => isAt(each.from, from) && isAt(each.to, to));
    return [leg?.path?.map(([lng, lat]) => ({ lat, lng })) ?? [from, to]];
  });
}

function isAt(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}

/** Returns the area's tiles, each once, in the order of their use: regions, surroundings of spots, routes, Ideas. */
export function tilesOfArea({ spots, ways, undated }: OfflineArea): Tile[] {
  const found = new Map<string, Tile>();
  for (const tiles of inOrder({ spots, ways, undated })) {
    for (const tile of tiles) found.set(tileName(tile), tile);
    if (found.size >= MAX_TILES) return [...found.values()].slice(0, MAX_TILES);
  }
  return [...found.values()];
}

function* inOrder({ spots, ways, undated }: OfflineArea): Generator<Tile[]> {
  for (let zoom = FIRST_ZOOM; zoom <= LAST_FAR_ZOOM; zoom += 1) {
    for (const spot of [...spots, ...undated]) yield around(spot, zoom);
    for (const way of ways) yield tilesAlong(way, BESIDE_M, zoom);
  }
  for (const spot of spots) for (const zoom of NEAR_ZOOMS) yield around(spot, zoom);
  for (const way of ways) for (const zoom of NEAR_ZOOMS) yield tilesAlong(way, BESIDE_M, zoom);
  for (const spot of undated) for (const zoom of NEAR_ZOOMS) yield around(spot, zoom);
}

function around(spot: Point, zoom: number): Tile[] {
  const tileMeters = (EQUATOR_M * Math.cos((spot.lat * Math.PI) / 180)) / 2 ** zoom;
  return tilesAround(spot, Math.max(AROUND_M, tileMeters * HALF_TILE), zoom);
}

/** Returns a text of all parts of a trip that decide what is stored for it; the text changes when they do. */
export function offlineContentKey(trip: TripDto): string {
  const { days, stops, reservations, attachments, startDate, endDate, timezone } = trip;
  return JSON.stringify([
    startDate,
    endDate,
    timezone,
    days.map((day) => [day.id, day.date, day.timezone]),
    // Transit departures depend on a stop's times and travel mode.
    stops.map(({ dayId, position, place, ...stop }) => [
      [dayId, position, place?.lat, place?.lng],
      [stop.startTime, stop.endTime, stop.timezone, stop.travelMode],
    ]),
    reservations.map(({ start, end, from, to }) => [start, end, from?.lat, from?.lng, to?.lat, to?.lng]),
    attachments.map(({ id, deletedAt }) => [id, deletedAt]),
  ]);
}
