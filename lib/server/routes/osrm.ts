import * as z from "zod";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { RoutedWay, RoutingProvider, WayTable } from "./routing-provider.ts";

/** The names that OSRM's own profiles have; transit is none of its matters. */
const PROFILES: Partial<Record<TravelMode, string>> = { walk: "foot", cycle: "bike", drive: "car" };
const PLACEHOLDER = "{profile}";
/** What a server without a placeholder knows, whatever profile is named in the path. */
const ONLY_MODE: TravelMode = "drive";

const TIMEOUT_MS = 4000;
const LONGEST_ANSWER = 512 * 1024;
/** A way that begins further from its stop than this is another stop's way. */
const FARTHEST_STREET_M = 1000;
const MOST_POINTS = 300;

const Amount = z.number().min(0).max(1e9);
const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const Waypoint = z.object({ distance: Amount });
const RouteAnswer = z.object({
  code: z.literal("Ok"),
  routes: z
    .array(
      z.object({
        distance: Amount,
        duration: Amount,
        geometry: z.object({ type: z.literal("LineString"), coordinates: z.array(Position).min(2) }),
      }),
    )
    .min(1),
  waypoints: z.tuple([Waypoint, Waypoint]),
});
const Numbers = z.array(z.array(Amount.nullable()));
const TableAnswer = z.object({ code: z.literal("Ok"), durations: Numbers, distances: Numbers });
const Refusal = z.object({ code: z.string() });
/** What a server that is well says of places that it has no streets for, or that are more or further than it does. */
const NOWHERE: ReadonlySet<string> = new Set(["NoRoute", "NoSegment", "NoTable", "TooBig"]);

interface Options {
  /** May contain `{profile}`, in its path or its host: a stock server knows one profile and ignores the one it is told. */
  url: string;
  timeoutMs?: number | undefined;
}

/** A server that answers like OSRM's `route` and `table` services. */
export class Osrm implements RoutingProvider {
  readonly attribution = "© OpenStreetMap contributors";
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor({ url, timeoutMs = TIMEOUT_MS }: Options) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  canAsk(mode: TravelMode): boolean {
    if (PROFILES[mode] === undefined) return false;
    return this.#url.includes(PLACEHOLDER) || mode === ONLY_MODE;
  }

  /** By pair: an answer for many has one line for all of them, and whatever moves would ask for all again. */
  async findWay(mode: TravelMode, from: Point, to: Point): Promise<RoutedWay | null> {
    const query = "overview=simplified&geometries=geojson&steps=false";
    const answer = await this.#ask("route", mode, [from, to], query);
    if (answer === null) return null;
    const { routes, waypoints } = RouteAnswer.parse(answer);
    const [route] = routes;
    if (!route || waypoints.some(({ distance }) => distance > FARTHEST_STREET_M)) return null;
    const { distance: meters, duration: seconds, geometry } = route;
    // Both ends on one street far away: that is no way between these two.
    if (meters < distanceMeters(from, to) / 2) return null;
    return { meters, seconds, path: thinned(geometry.coordinates) };
  }

  async findTable(mode: TravelMode, points: readonly Point[]): Promise<WayTable> {
    const answer = await this.#ask("table", mode, points, "annotations=duration,distance");
    if (answer === null) return points.map(() => points.map(() => null));
    const { durations, distances } = TableAnswer.parse(answer);
    return points.map((_, from) =>
      points.map((__, to) => {
        const [seconds, meters] = [durations[from]?.[to] ?? null, distances[from]?.[to] ?? null];
        return seconds === null || meters === null ? null : { seconds, meters };
      }),
    );
  }

  /** null where the server has no streets for it. */
  async #ask(service: string, mode: TravelMode, points: readonly Point[], query: string): Promise<unknown> {
    const profile = PROFILES[mode] ?? "";
    const places = points.map(({ lat, lng }) => `${lng.toFixed(5)},${lat.toFixed(5)}`).join(";");
    const url = `${this.#url.replaceAll(PLACEHOLDER, profile)}/${service}/v1/${profile}/${places}?${query}`;
    const response = await fetch(url, {
      headers: { accept: "application/json", "user-agent": "Wayfare (trip planner)" },
      redirect: "error",
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    const answer: unknown = JSON.parse(await readLimited(response));
    if (response.ok) return answer;
    const refusal = Refusal.safeParse(answer);
    if (response.status === 400 && refusal.success && NOWHERE.has(refusal.data.code)) return null;
    throw new Error(`The routing server answered ${response.status}.`);
  }
}

/** @throws Error for more than such an answer ever has; the rest is not read */
async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LONGEST_ANSWER) throw new Error("The answer of the routing server is too long.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Five decimals are a metre, and every so many points of a long way are enough to draw it. */
function thinned(path: readonly [number, number][]): [number, number][] {
  const step = Math.ceil(path.length / MOST_POINTS);
  const kept = path.filter((_, index) => index % step === 0 || index === path.length - 1);
  return kept.map(([lng, lat]) => [Number(lng.toFixed(5)), Number(lat.toFixed(5))]);
}
