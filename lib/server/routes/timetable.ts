import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlannedDeparture } from "#lib/shared/planned-departure.ts";
import type { AskedService } from "../open-services/clients.ts";
import type { FoundConnections } from "./connections.ts";
import type { Motis } from "./motis.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What runs on the day itself may be late or cancelled by now. */
const SOON_LIFE_MS = HOUR_MS;
const LIFE_MS = DAY_MS;
/** No timetable is known for longer. */
const FURTHEST_MS = 365 * DAY_MS;
/** Searches through half a continent take too much of a server that volunteers run. */
const FARTHEST_M = 1_000_000;

/** Somebody wants to ride from one spot to another at a time. */
export interface ConnectionQuery {
  from: Point;
  to: Point;
  ride: PlannedDeparture;
}

/** null: there is none; `unknown`: nobody could tell, and may be asked again. */
export type FoundConnection = FoundConnections | null | "unknown";

/** Asks for connections, each once for all who look at it. */
export class Timetable {
  readonly #motis: Motis;
  readonly #client: AskedService["client"];
  readonly #now: () => number;

  /** `now`: milliseconds since 1970 */
  constructor(motis: Motis, { client }: Pick<AskedService, "client">, now: () => number = Date.now) {
    this.#motis = motis;
    this.#client = client;
    this.#now = now;
  }

  /** In their order; one after the other, since each is a search of its own. Never rejects. */
  async findRides(wanted: readonly ConnectionQuery[]): Promise<FoundConnection[]> {
    const found = await this.knownRides(wanted);
    for (const [index, want] of wanted.entries()) {
      if (found[index] === "unknown") found[index] = await this.#ask(want);
    }
    return found;
  }

  /** The same without asking anybody: `unknown` are all that no answer is kept of. Never rejects. */
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
    // Asked again about a day before the ride, and then often: what was planned may be late or cancelled.
    const untilSoon = ride.at - DAY_MS - this.#now();
    const answer = await this.#client.ask({
      ...this.#motis.connections(from, to, ride),
      keptMs: () => Math.min(LIFE_MS, Math.max(SOON_LIFE_MS, untilSoon)),
    });
    return answer ? answer.says : "unknown";
  }
}
