import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlannedDeparture } from "#lib/shared/planned-departure.ts";
import type { ConfiguredService } from "../open-services/clients.ts";
import type { FoundConnections } from "./connections.ts";
import type { Motis } from "./motis.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long an answer about the near future is cached: only briefly, as a departure may be delayed or cancelled. */
const SOON_LIFE_MS = HOUR_MS;
const LIFE_MS = DAY_MS;
/** How far in the future departures are searched, because no timetable covers a longer time. */
const FURTHEST_MS = 365 * DAY_MS;
/** Maximum length of a leg in metres: searches across half a continent overload a server that volunteers run. */
const FARTHEST_M = 1_000_000;

/** A leg by public transport at a planned time. */
export interface ConnectionQuery {
  from: Point;
  to: Point;
  ride: PlannedDeparture;
}

/** The connections of a leg. null: none; `unknown`: there was no answer, and another request may get one. */
export type FoundConnection = FoundConnections | null | "unknown";

/** Finds transit connections, with one request for all users who look at the same leg. */
export class Timetable {
  readonly #motis: Motis;
  readonly #client: ConfiguredService["client"];
  readonly #now: () => number;

  /** `now` returns the current time in milliseconds since 1970. */
  constructor(motis: Motis, { client }: Pick<ConfiguredService, "client">, now: () => number = Date.now) {
    this.#motis = motis;
    this.#client = client;
    this.#now = now;
  }

  /**
   * Finds the connections of the legs, in their order and one after the other, because each is a search of its own. It
   * never rejects.
   */
  async findRides(wanted: readonly ConnectionQuery[]): Promise<FoundConnection[]> {
    const found = await this.knownRides(wanted);
    for (const [index, want] of wanted.entries()) {
      if (found[index] === "unknown") found[index] = await this.#ask(want);
    }
    return found;
  }

  /** Finds cached connections without a request; a leg without a cached answer is `unknown`. It never rejects. */
  async knownRides(wanted: readonly ConnectionQuery[]): Promise<FoundConnection[]> {
    const questions = wanted.map(({ from, to, ride }) => this.#motis.connections(from, to, ride));
    const known = await this.#client.known<FoundConnections | null>(questions);
    return wanted.map((want, index) => {
      if (!this.#canTell(want)) return null;
      const answer = known[index];
      return answer ? answer.says : "unknown";
    });
  }

  #canTell({ from, to, ride }: ConnectionQuery): boolean {
    return ride.at <= this.#now() + FURTHEST_MS && distanceMeters(from, to) <= FARTHEST_M;
  }

  async #ask({ from, to, ride }: ConnectionQuery): Promise<FoundConnection> {
    // An answer expires about a day before the departure and often after that, because the departure may be delayed or
    // cancelled.
    const untilSoon = ride.at - DAY_MS - this.#now();
    const answer = await this.#client.ask({
      ...this.#motis.connections(from, to, ride),
      keptMs: () => Math.min(LIFE_MS, Math.max(SOON_LIFE_MS, untilSoon)),
    });
    return answer ? answer.says : "unknown";
  }
}
