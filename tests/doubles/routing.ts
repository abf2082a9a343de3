import type { ServerResponse } from "node:http";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import {
  answerJson,
  answerTrouble,
  type LoopbackServer,
  startLoopback,
  type Trouble,
} from "./loopback-server.ts";

/** Additional ways in which a routing server can fail. */
export type RoutingTrouble =
  | Trouble
  | "huge"
  | "redirect"
  | "NoRoute"
  /** There is no route to {@link UNREACHABLE_POINT}, and every request that includes it is refused. */
  | "island"
  | "NoSegment"
  | "TooBig"
  | "far-street"
  | "stub";

export interface RoutingServer extends LoopbackServer {
  /** The paths of the requests, e.g. `/car/route/v1/car/135.78000,35.00000;…?overview=simplified&…`. */
  requests: string[];
  /** Returns the User-Agent header of the last request. */
  userAgent(): string | undefined;
  /** Returns the maximum number of requests that were answered at the same time. */
  busiest(): number;
  trouble(kind: RoutingTrouble | null): void;
  /** Holds back all answers until the returned function is called. */
  hold(): () => void;
}

/** The speed of each profile of the router, in metres per second. */
const SPEEDS: Readonly<Record<string, number>> = { foot: 1.25, bike: 4, car: 10 };
/** How much longer a street route is than the straight line, so that no route equals an estimate. */
const DETOUR = 1.2;
/** The coordinates of the point to which `island` has no route, as they appear in a request. */
export const UNREACHABLE_POINT = "135.20000,35.00000";
const NOWHERE = {
  NoRoute: "No route found between points",
  NoSegment: "Could not find a matching segment",
  TooBig: "Too many coordinates",
};

/** Starts a double of OSRM's `route` and `table` services; each leg's route has one corner in its middle. */
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
  if (
    trouble !== "far-street" &&
    trouble !== "stub" &&
    trouble !== "island" &&
    answerTrouble(response, trouble)
  )
    return;
  const found = /\/(?<service>route|table)\/v1\/(?<profile>\w+)\/(?<places>[^?]+)/.exec(url)?.groups;
  const { service, profile = "", places = "" } = found ?? {};
  if (trouble === "island" && places.includes(UNREACHABLE_POINT))
    return answerJson(response, 400, { code: "NoRoute", message: NOWHERE.NoRoute });
  const speed = SPEEDS[profile];
  const points = places.split(";").map((place): Point => {
    const [lng = NaN, lat = NaN] = place.split(",").map(Number);
    return { lat, lng };
  });
  if (speed === undefined || points.length < 2 || points.some(({ lat }) => Number.isNaN(lat))) {
    return answerJson(response, 400, { code: "InvalidUrl", message: "URL string malformed" });
  }
  if (service === "table") return answerJson(response, 200, table(points, speed));
  answerJson(response, 200, route(points, speed, trouble));
}

function table(points: readonly Point[], speed: number) {
  const distances = points.map((from) => points.map((to) => DETOUR * distanceMeters(from, to)));
  const durations = distances.map((row) => row.map((meters) => meters / speed));
  return { code: "Ok", distances, durations };
}

/** Draws one line through all points, as OSRM does: each leg begins where the previous one ends. */
function route(points: readonly Point[], speed: number, trouble: RoutingTrouble | null) {
  const legs = points.slice(1).map((to, index) => {
    const distance = trouble === "stub" ? 3 : DETOUR * distanceMeters(points[index] ?? to, to);
    const duration = distance / speed;
    return { distance, duration, steps: [], summary: "", weight: duration };
  });
  const corners = points.slice(1).flatMap((to, index) => [
    [to.lng, (points[index] ?? to).lat],
    [to.lng, to.lat],
  ]);
  const [first] = points;
  const coordinates = [[first?.lng, first?.lat], ...corners];
  const snapped = trouble === "far-street" ? 25_000 : 4.2;
  const duration = legs.reduce((sum, leg) => sum + leg.duration, 0);
  return {
    code: "Ok",
    routes: [
      {
        distance: legs.reduce((sum, leg) => sum + leg.distance, 0),
        duration,
        geometry: { type: "LineString", coordinates },
        legs,
        weight: duration,
        weight_name: "routability",
      },
    ],
    waypoints: points.map(({ lng, lat }) => ({
      distance: snapped,
      name: "",
      location: [lng, lat],
      hint: "",
    })),
  };
}
