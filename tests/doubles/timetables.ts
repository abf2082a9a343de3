import {
  answerJson,
  answerTrouble,
  type LoopbackServer,
  startLoopback,
  type Trouble,
} from "./loopback-server.ts";

/**
 * How a timetable answers: with one transit connection, with one that has a change, with none, with a refusal, with one
 * that cannot be parsed, or also with departures before the requested time and half a day after it.
 */
export type TimetableBehaviour =
  | "tram"
  | "transfer"
  | "none"
  | "refused"
  | "odd"
  | "around"
  | "cancelled"
  | Trouble;

export interface TimetableServer extends LoopbackServer {
  /** The paths of the requests, e.g. `/api/v5/plan?fromPlace=38.71390,-9.13340&…`. */
  requests: string[];
  /** Returns the User-Agent header of the last request. */
  userAgent(): string | undefined;
  mood(mood: TimetableBehaviour): void;
}

const MINUTE_MS = 60_000;
const EVERY_MIN = 12;

/**
 * Starts a double of MOTIS' `plan`: there is a departure every twelve minutes, and the station names are the same
 * everywhere.
 */
export async function startTimetables(): Promise<TimetableServer> {
  const requests: string[] = [];
  let [mood, userAgent]: [TimetableBehaviour, string | undefined] = ["tram", undefined];
  const server = await startLoopback((request, response) => {
    requests.push(request.url ?? "");
    userAgent = request.headers["user-agent"];
    if (mood === "refused") return answerJson(response, 422, { error: "outside of the timetable" });
    if (isTrouble(mood)) return void answerTrouble(response, mood);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://timetables.test");
    if (pathname !== "/api/v5/plan") return answerJson(response, 404, { error: "not found" });
    answerJson(response, 200, planOf(askedIn(searchParams), mood));
  });
  return {
    ...server,
    requests,
    userAgent: () => userAgent,
    mood(kind) {
      mood = kind;
    },
  };
}

function isTrouble(mood: TimetableBehaviour): mood is Trouble {
  return mood === "error" || mood === "garbage" || mood === "slow" || mood === "gone";
}

interface Spot {
  lat: number;
  lon: number;
}

interface Asked {
  from: Spot;
  to: Spot;
  /** The requested departure or arrival, in epoch milliseconds. */
  at: number;
  arriveBy: boolean;
}

function askedIn(query: URLSearchParams): Asked {
  const spot = (name: string): Spot => {
    const [lat = NaN, lon = NaN] = (query.get(name) ?? "").split(",").map(Number);
    return { lat, lon };
  };
  return {
    from: spot("fromPlace"),
    to: spot("toPlace"),
    at: Date.parse(query.get("time") ?? ""),
    arriveBy: query.get("arriveBy") === "true",
  };
}

function planOf(asked: Asked, mood: TimetableBehaviour) {
  const made = (mood === "around" ? [-2, 0, 70] : [0, 1, 2]).map((index) => itinerary(asked, index, mood));
  const itineraries = mood === "none" ? [] : mood === "odd" ? [{ legs: "none" }, ...made.slice(1)] : made;
  return {
    requestParameters: {},
    debugOutput: { n_start_footpaths: 12 },
    from: { name: "START", ...asked.from, level: 0 },
    to: { name: "END", ...asked.to, level: 0 },
    direct: [],
    itineraries,
    previousPageCursor: "EARLIER|0",
    nextPageCursor: "LATER|0",
  };
}

interface Piece {
  mode: string;
  minutes: number;
  to: string;
  line?: string;
  headsign?: string;
  fare?: number;
  agency?: string;
}

const TRAM: readonly Piece[] = [
  { mode: "WALK", minutes: 4, to: "Praça da Figueira" },
  {
    mode: "TRAM",
    minutes: 19,
    to: "Belém",
    line: "15E",
    headsign: "Algés",
    agency: "Carris",
    fare: 0,
  },
  { mode: "WALK", minutes: 3, to: "END" },
];
const TRANSFER: readonly Piece[] = [
  { mode: "WALK", minutes: 2, to: "Castelo" },
  {
    mode: "BUS",
    minutes: 7,
    to: "Martim Moniz",
    line: "737",
    headsign: "Praça da Figueira",
    agency: "Carris",
    fare: 0,
  },
  { mode: "WALK", minutes: 5, to: "Praça da Figueira" },
  ...TRAM.slice(1),
];

/** Returns the n-th transit connection after the requested departure, or before the requested arrival. */
function itinerary(asked: Asked, index: number, mood: TimetableBehaviour) {
  const pieces = mood === "transfer" ? TRANSFER : TRAM;
  const total = pieces.reduce((sum, { minutes }) => sum + minutes, 0);
  const start = asked.arriveBy
    ? asked.at - (2 + EVERY_MIN * index + total) * MINUTE_MS
    : asked.at + (8 + EVERY_MIN * index) * MINUTE_MS;
  let [at, from] = [start, place("START", asked.from)];
  const legs = pieces.map((piece, number) => {
    const [began, before] = [at, from];
    at += piece.minutes * MINUTE_MS;
    from = place(piece.to, between(asked, (number + 1) / pieces.length));
    return leg(piece, { from: before, to: from, began, ended: at });
  });
  return {
    duration: total * 60,
    startTime: instant(start),
    endTime: instant(at),
    transfers: legs.filter(({ mode }) => mode !== "WALK").length - 1,
    id: `connection ${index}`,
    legs: mood === "cancelled" ? legs.map((each) => ({ ...each, cancelled: true })) : legs,
    fareTransfers: mood === "transfer" ? [changeFare()] : [singleFare()],
  };
}

function leg(
  { mode, minutes, line, headsign, agency, fare }: Piece,
  { from, to, began, ended }: { from: Place; to: Place; began: number; ended: number },
) {
  const ride = line && {
    routeShortName: line,
    displayName: line,
    headsign,
    agencyName: agency,
    tripId: "20270405_1",
    fareTransferIndex: fare,
    effectiveFareLegIndex: 0,
  };
  return {
    mode,
    from: { ...from, departure: instant(began) },
    to: { ...to, arrival: instant(ended) },
    duration: minutes * 60,
    startTime: instant(began),
    endTime: instant(ended),
    scheduledStartTime: instant(began),
    scheduledEndTime: instant(ended),
    realTime: false,
    scheduled: true,
    ...(ride ?? { distance: minutes * 75 }),
    legGeometry: { points: encodePolyline([from, to]), precision: 6, length: 2 },
  };
}

interface Place extends Spot {
  name: string;
  tz?: string;
}

/** Returns a place of an answer; only places within Portugal's longitudes have a time zone. */
function place(name: string, spot: Spot): Place {
  const isHere = spot.lon > -10 && spot.lon < -6;
  return { name, ...spot, ...(isHere && { tz: "Europe/Lisbon" }) };
}

function between({ from, to }: Asked, share: number): Spot {
  const mix = (a: number, b: number) => Number((a + (b - a) * share).toFixed(6));
  return { lat: mix(from.lat, to.lat), lon: mix(from.lon, to.lon) };
}

function instant(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

function product(amount: number, isDefaultFareCategory = true) {
  const name = isDefaultFareCategory ? "Adult" : "Child";
  return { name, amount, currency: "EUR", riderCategory: { riderCategoryName: name, isDefaultFareCategory } };
}

/** Returns fares that differ between payment on board and by card, and for children. */
function singleFare() {
  return { effectiveFareLegProducts: [[[product(3.2)], [product(1.85), product(0.9, false)]]] };
}

/** Returns the fare of the first ticket and a small supplement for the change. */
function changeFare() {
  return {
    rule: "A_AB",
    transferProducts: [product(0.4)],
    effectiveFareLegProducts: [[[product(1.85)]], [[product(1.85)]]],
  };
}

/** Encodes a line as a polyline in Google's format, with six decimals. */
export function encodePolyline(spots: readonly Spot[]): string {
  let [lat, lon] = [0, 0];
  return spots
    .map((spot) => {
      const [y, x] = [Math.round(spot.lat * 1e6), Math.round(spot.lon * 1e6)];
      const text = chunk(y - lat) + chunk(x - lon);
      [lat, lon] = [y, x];
      return text;
    })
    .join("");
}

function chunk(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = "";
  while (rest >= 32) {
    text += String.fromCharCode((rest % 32) + 32 + 63);
    rest = Math.floor(rest / 32);
  }
  return text + String.fromCharCode(rest + 63);
}
