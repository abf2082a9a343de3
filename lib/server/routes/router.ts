import { isFar, type Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { AskedService } from "../open-services/clients.ts";
import type { ComputedRoute, RoutingProvider, RouteTable } from "./routing-provider.ts";

const DAY_MS = 86_400_000;
/** Streets change slowly; that there is none may be an error of the map. */
const WAY_LIFE_MS = 30 * DAY_MS;
const NO_WAY_LIFE_MS = DAY_MS;
/** Ways that one request asks for; public servers take a hundred points. */
const MOST_AT_ONCE = 25;

/** A way that somebody may want to know: by what, from where and to where. */
export interface RouteQuery {
  mode: TravelMode;
  from: Point;
  to: Point;
}

/** null: there is none; `unknown`: nobody could tell, and may be asked again. */
export type FoundRoute = ComputedRoute | null | "unknown";

/** Asks a provider for what is not known yet, as much as it can in one request. */
export class Router {
  readonly #provider: RoutingProvider;
  readonly #client: AskedService["client"];

  constructor(provider: RoutingProvider, { client }: Pick<AskedService, "client">) {
    this.#provider = provider;
    this.#client = client;
  }

  get attribution(): string {
    return this.#provider.attribution;
  }

  /** In their order. Nobody is asked for ways that are further than anybody can tell: they are none. Never rejects. */
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

  /** The same without asking anybody: `unknown` are all that no answer is kept of. Never rejects. */
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
    // Not what an answer to this very request would be kept as: that is a list of one way.
    return { url, sameAs: `way ${url}` };
  }

  /** The ways of one mode, each of which begins where the one before ends. */
  async #askFor(ways: readonly RouteQuery[]): Promise<FoundRoute[]> {
    const [first] = ways;
    if (!first) return [];
    const points = [first.from, ...ways.map(({ to }) => to)];
    const question = this.#provider.ways(first.mode, points);
    // Each way is kept by itself, so that a stop that moves asks for its own two alone.
    const answer = await this.#client.ask({ ...question, keptMs: () => 0 });
    if (answer === null) return ways.map(() => "unknown");
    const { says } = answer;
    // One stop without streets refuses all of them: each is asked for alone.
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

  /** null where nobody can tell. */
  async findTable(mode: TravelMode, points: readonly Point[]): Promise<RouteTable | null> {
    const isTooFar = points.some((from) => points.some((to) => isFar(from, to)));
    if (isTooFar || !this.#provider.canAsk(mode)) return null;
    const question = this.#provider.table(mode, points);
    const answer = await this.#client.ask({ ...question, keptMs: () => WAY_LIFE_MS });
    return answer?.says ?? null;
  }
}

/** The places in the list of what is not known, together where one way goes on from the one before by the same means. */
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
