import type { ServerResponse } from "node:http";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import {
  answerJson,
  answerTrouble,
  type LoopbackServer,
  startLoopback,
  type Trouble,
} from "./loopback-server.ts";

/** What else can go wrong with a routing server. */
export type RoutingTrouble =
  | Trouble
  | "huge"
  | "redirect"
  | "NoRoute"
  | "NoSegment"
  | "TooBig"
  | "far-street"
  | "stub";

export interface RoutingServer extends LoopbackServer {
  /** What was asked, e.g. `/car/route/v1/car/135.78000,35.00000;…?overview=simplified&…`. */
  requests: string[];
  /** Of the last request. */
  userAgent(): string | undefined;
  /** How many were being answered at once, at most. */
  busiest(): number;
  trouble(kind: RoutingTrouble | null): void;
  /** Answers wait until this is called. */
  hold(): () => void;
}

/** Metres that one gets in a second. */
const SPEEDS: Readonly<Record<string, number>> = { foot: 1.25, bike: 4, car: 10 };
/** What streets add, so that no answer is like an estimate. */
const DETOUR = 1.2;
const NOWHERE = {
  NoRoute: "No route found between points",
  NoSegment: "Could not find a matching segment",
  TooBig: "Too many coordinates",
};

/** OSRM's `route` and `table` services, with a corner in the middle of every way. */
export async function startRoutingServer(): Promise<RoutingServer> {
  const requests: string[] = [];
  let [trouble, userAgent]: [RoutingTrouble | null, string | undefined] = [null, undefined];
  let [running, busiest] = [0, 0];
  let gate: Promise<void> = Promise.resolve();
  const server = await startLoopback(async (request, response) => {
    requests.push(request.url ?? "");
    userAgent = request.headers["user-agent"];
    running += 1;
    busiest = Math.max(busiest, running);
    await gate;
    running -= 1;
    respond(response, request.url ?? "", trouble);
  });
  return {
    ...server,
    requests,
    userAgent: () => userAgent,
    busiest: () => busiest,
    trouble(kind) {
      trouble = kind;
    },
    hold() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
  };
}

function respond(response: ServerResponse, url: string, trouble: RoutingTrouble | null): void {
  if (trouble === "redirect") return void response.writeHead(302, { location: "/elsewhere" }).end();
  if (trouble === "huge") return void response.end(`{"code":"Ok","x":"${"1".repeat(1024 * 1024)}"}`);
  if (trouble === "NoRoute" || trouble === "NoSegment" || trouble === "TooBig") {
    return answerJson(response, 400, { code: trouble, message: NOWHERE[trouble] });
  }
  if (trouble !== "far-street" && trouble !== "stub" && answerTrouble(response, trouble)) return;
  const found = /\/(?<service>route|table)\/v1\/(?<profile>\w+)\/(?<places>[^?]+)/.exec(url)?.groups;
  const { service, profile = "", places = "" } = found ?? {};
  const speed = SPEEDS[profile];
  const points = places.split(";").map((place): Point => {
    const [lng = NaN, lat = NaN] = place.split(",").map(Number);
    return { lat, lng };
  });
  const [from, to] = points;
  if (speed === undefined || !from || !to || points.some(({ lat }) => Number.isNaN(lat))) {
    return answerJson(response, 400, { code: "InvalidUrl", message: "URL string malformed" });
  }
  if (service === "table") return answerJson(response, 200, table(points, speed));
  answerJson(response, 200, route(from, to, speed, trouble));
}

function table(points: readonly Point[], speed: number) {
  const distances = points.map((from) => points.map((to) => DETOUR * distanceMeters(from, to)));
  const durations = distances.map((row) => row.map((meters) => meters / speed));
  return { code: "Ok", distances, durations };
}

function route(from: Point, to: Point, speed: number, trouble: RoutingTrouble | null) {
  const distance = trouble === "stub" ? 3 : DETOUR * distanceMeters(from, to);
  const coordinates = [
    [from.lng, from.lat],
    [to.lng, from.lat],
    [to.lng, to.lat],
  ];
  const snapped = trouble === "far-street" ? 25_000 : 4.2;
  const duration = distance / speed;
  return {
    code: "Ok",
    routes: [
      {
        distance,
        duration,
        geometry: { type: "LineString", coordinates },
        legs: [{ distance, duration, steps: [], summary: "", weight: duration }],
        weight: duration,
        weight_name: "routability",
      },
    ],
    waypoints: [from, to].map(({ lng, lat }) => ({
      distance: snapped,
      name: "",
      location: [lng, lat],
      hint: "",
    })),
  };
}
