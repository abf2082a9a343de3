import { isFar, type Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { ConfiguredService } from "../open-services/clients.ts";
import type { ComputedRoute, RoutingProvider, RouteTable } from "./routing-provider.ts";

const DAY_MS = 86_400_000;
/**
 * How long a route is cached: for long, because streets change slowly. That there is no route is cached for a shorter
 * time, because it may be an error of the map.
 */
const WAY_LIFE_MS = 30 * DAY_MS;
const NO_WAY_LIFE_MS = DAY_MS;
/** Maximum number of legs in one request; public servers accept a hundred points. */
const MOST_AT_ONCE = 25;

/** A leg for which somebody needs the route. */
export interface RouteQuery {
  mode: TravelMode;
  from: Point;
  to: Point;
}

/** The route of a leg. null: there is none; `unknown`: there was no answer, and another request may get one. */
export type FoundRoute = ComputedRoute | null | "unknown";

/** Finds routes: from the cache, or else from a provider with as many legs in one request as possible. */
export class Router {
  readonly #provider: RoutingProvider;
  readonly #client: ConfiguredService["client"];

  constructor(provider: RoutingProvider, { client }: Pick<ConfiguredService, "client">) {
    this.#provider = provider;
    this.#client = client;
  }

  get attribution(): string {
    return this.#provider.attribution;
  }

  /**
   * Finds the routes of the legs, in their order. Legs that are too long for the provider are not requested and have no
   * route. It never rejects.
   */
  async findWays(wanted: readonly RouteQuery[]): Promise<FoundRoute[]> {
    const found = await this.knownWays(wanted);
    for (const run of runsOf(wanted, found)) {
      const ways = await this.#askFor(run.map((index) => wanted[index] as RouteQuery));
      for (const [at, index] of run.entries()) {
        const way = ways[at];
        found[index] = way === undefined ? "unknown" : way;
      }
    }
    return found;
  }

  /** Finds cached routes without a request; a leg without a cached answer is `unknown`. It never rejects. */
  async knownWays(wanted: readonly RouteQuery[]): Promise<FoundRoute[]> {
    const known = await this.#client.known<ComputedRoute | null>(wanted.map((way) => this.#questionOf(way)));
    return wanted.map(({ mode, from, to }, index) => {
      if (!this.#provider.canAsk(mode) || isFar(from, to)) return null;
      const answer = known[index];
      return answer ? answer.says : "unknown";
    });
  }

  #questionOf({ mode, from, to }: RouteQuery) {
    const { url } = this.#provider.ways(mode, [from, to]);
    // The key differs from that of the request itself, whose answer would be a list with one route.
    return { url, sameAs: `way ${url}` };
  }

  /** Requests routes of one mode, each of which begins where the one before ends. */
  async #askFor(ways: readonly RouteQuery[]): Promise<FoundRoute[]> {
    const [first] = ways;
    if (!first) return [];
    const points = [first.from, ...ways.map(({ to }) => to)];
    const question = this.#provider.ways(first.mode, points);
    // Each route is cached by itself, so that only two legs are requested when a stop moves.
    const answer = await this.#client.ask({ ...question, keptMs: () => 0 });
    if (answer === null) return ways.map(() => "unknown");
    const { says } = answer;
    // The server refuses the whole request when one stop has no street, so each leg is requested by itself.
    if (says === null && ways.length > 1) return this.#oneByOne(ways);
    const found = says ?? ways.map(() => null);
    for (const [index, way] of ways.entries()) {
      const own = found[index] ?? null;
      this.#client.note(this.#questionOf(way), own, own ? WAY_LIFE_MS : NO_WAY_LIFE_MS);
    }
    return found;
  }

  async #oneByOne(ways: readonly RouteQuery[]): Promise<FoundRoute[]> {
    const found: FoundRoute[] = [];
    for (const way of ways) found.push(...(await this.#askFor([way])));
    return found;
  }

  /** Returns durations between all points; null when the provider can't answer. */
  async findTable(mode: TravelMode, points: readonly Point[]): Promise<RouteTable | null> {
    const isTooFar = points.some((from) => points.some((to) => isFar(from, to)));
    if (isTooFar || !this.#provider.canAsk(mode)) return null;
    const question = this.#provider.table(mode, points);
    const answer = await this.#client.ask({ ...question, keptMs: () => WAY_LIFE_MS });
    return answer?.says ?? null;
  }
}

/**
 * Groups the indices of unknown legs into requests: a leg joins the group when it continues the one before with the
 * same mode.
 */
function runsOf(wanted: readonly RouteQuery[], found: readonly FoundRoute[]): number[][] {
  const runs: number[][] = [];
  for (const [index, way] of wanted.entries()) {
    if (found[index] !== "unknown") continue;
    const run = runs.at(-1);
    const before = run?.at(-1) === index - 1 ? wanted[index - 1] : undefined;
    const goesOn = before?.mode === way.mode && isSameSpot(before.to, way.from);
    if (run && goesOn && run.length < MOST_AT_ONCE) run.push(index);
    else runs.push([index]);
  }
  return runs;
}

function isSameSpot(one: Point, other: Point): boolean {
  return one.lat === other.lat && one.lng === other.lng;
}
