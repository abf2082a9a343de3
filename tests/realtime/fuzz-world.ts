import * as z from "zod";
import { ApiError, call, type CallOptions } from "#lib/client/base/api.ts";
import type { Notice } from "#lib/client/writes/notices.ts";
import { callPage } from "#lib/client/base/pages.ts";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { WriteRecipe } from "#lib/client/writes/write.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { sweepOutbox } from "#lib/server/realtime/sweep.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";
import { ERROR_STATUS, type ErrorCode } from "#lib/shared/errors.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import type { ApiServer } from "./api-server.ts";
import { type SeededRandom, newSeededRandom } from "./seeded-random.ts";
import { CALM, faultyFetch, faultySocket, fastClock, type Network, sleep, STORM } from "./faults.ts";
import { doSomething, type MadeWrite } from "./fuzz-operations.ts";
import { type Browser, FuzzPage } from "./fuzz-page.ts";
import { FakeTabs, MemoryWrites } from "./memory-writes.ts";

const SPEED = 5;
const CONVERGED_WITHIN_MS = 20_000;

class Client {
  readonly person: Person;
  readonly browser: Browser;
  page: FuzzPage;

  constructor(person: Person, browser: Browser, page: FuzzPage) {
    this.person = person;
    this.browser = browser;
    this.page = page;
  }

  get session(): TripSession {
    return this.page.session;
  }
}

/** The probabilities in a turn that a page is reloaded and that one goes offline, and the maximum of turns offline. */
const RELOADS = 0.03;
const GOES_OFFLINE = 0.03;
const MAX_TURNS_OFFLINE = 25;

const Refusal = z.strictObject({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().min(1),
  requestId: z.uuid(),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/**
 * One trip, several people with the real client on an unreliable network, and a record of what they wrote and were
 * answered.
 */
export class World {
  readonly network: Network;
  readonly complaints: string[] = [];
  readonly made: (MadeWrite & { page: FuzzPage })[] = [];
  readonly notices: Notice[] = [];
  #clients: Client[] = [];
  #trip: TripDto | null = null;
  /** The turn at which a client's network returns. */
  readonly #offline = new Map<Client, number>();
  readonly #api: ApiServer;
  readonly #chance: SeededRandom;

  constructor(seed: number, api: ApiServer) {
    this.#api = api;
    this.#chance = newSeededRandom(seed);
    this.network = { weather: CALM, chance: newSeededRandom(seed + 1) };
  }

  async begin(): Promise<void> {
    const ann = await newPerson();
    const trip = await newTrip(ann, { startDate: "2026-12-10", endDate: "2026-12-13" });
    const others = await Promise.all(
      (["editor", "editor", "viewer", "guest"] as const).map((role) => newMember(ann, trip, role)),
    );
    for (const day of trip.days) await newStop(ann, trip, { dayId: day.id, name: `First of ${day.date}` });
    this.#trip = trip;
    const [first] = others;
    // One person has two pages open in one browser.
    const shared = newBrowser();
    const people = [ann, ...others].map((who) => [who, who === first ? shared : newBrowser()] as const);
    const pages = first ? [...people, [first, shared] as const] : people;
    this.#clients = await Promise.all(pages.map(([person, browser]) => this.#open(person, browser, trip.id)));
    this.network.weather = STORM;
  }

  async #open(person: Person, browser: Browser, tripId: string): Promise<Client> {
    const page = await this.#openPage(person, browser, tripId);
    return new Client(person, browser, page);
  }

  async #openPage(person: Person, browser: Browser, tripId: string): Promise<FuzzPage> {
    const initial = await readTrip(person, tripId);
    const page = new FuzzPage(browser, {
      initial,
      userId: person.userId,
      call: this.#optionsOf(person),
      clock: fastClock(newSeededRandom(this.#chance.below(1e9)), SPEED),
      WebSocket: faultySocket(this.network),
    });
    page.session.store.notices.add((notice) => this.notices.push(notice));
    await whenKeeping(page);
    return page;
  }

  async #reload(client: Client): Promise<void> {
    const { person, browser, page, session } = client;
    await whenKeeping(page);
    await page.kill();
    client.page = await this.#openPage(person, browser, session.store.id);
  }

  #loseNetwork(client: Client, turn: number): void {
    client.page.goOffline();
    this.#offline.set(client, turn + this.#chance.below(MAX_TURNS_OFFLINE));
  }

  #optionsOf(person: Person): CallOptions {
    const look = (request: Request, response: Response) => void this.#inspect(request, response);
    return { baseUrl: this.#api.url, token: person.token, fetch: faultyFetch(this.network, look) };
  }

  async #inspect(request: Request, response: Response): Promise<void> {
    const text = await response.text();
    if (response.ok || (response.status === 503 && text === "down")) return;
    const what = `${request.method} ${new URL(request.url).pathname} → ${response.status} ${text}`;
    const body = Refusal.safeParse(JSON.parse(text));
    if (response.status >= 500) this.complaints.push(`5xx: ${what}`);
    else if (!body.success) this.complaints.push(`shape: ${what}`);
    else if (ERROR_STATUS[body.data.code] !== response.status) this.complaints.push(`status: ${what}`);
  }

  /** Makes `turns` random operations of random people. */
  async play(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      const client = this.#chance.pick(this.#clients);
      if (!client) continue;
      const made = doSomething(client.session, this.#chance, turn);
      if (made) this.made.push({ ...made, page: client.page });
      if (this.#chance.is(RELOADS)) await this.#reload(client);
      if (this.#chance.is(GOES_OFFLINE)) this.#loseNetwork(client, turn);
      for (const [each, until] of this.#offline) if (until <= turn) each.page.goOnline();
      if (this.#chance.is(0.5)) await sleep(this.#chance.below(30));
    }
  }

  /**
   * Makes the network reliable, and waits until every client has sent and received everything.
   * @throws Error when that takes too long
   */
  async calmDown(): Promise<void> {
    this.network.weather = CALM;
    for (const { page } of this.#clients) page.goOnline();
    const until = Date.now() + CONVERGED_WITHIN_MS;
    while (!(await this.#isQuiet())) {
      if (Date.now() > until) throw new Error(`The clients did not converge.\n${this.describe()}`);
      for (const { session } of this.#clients) session.wake();
      await awaitDeferredWork();
      // The sweep of the outbox does what the tick does, without the tick's grace period.
      await sweepOutbox(freshDatabase(), new Date(Date.now() + 60_000));
      await sleep(50);
    }
  }

  end(): void {
    for (const { session } of this.#clients) session.stop();
  }

  async #isQuiet(): Promise<boolean> {
    const { seq } = await this.truth(this.#clients[0]);
    return this.#clients.every(
      ({ session }) =>
        session.connection === "live" && session.store.queue.items.length === 0 && session.store.seq === seq,
    );
  }

  get clients(): readonly Client[] {
    return this.#clients;
  }

  /** Returns the trip as the service has it for one person. */
  async truth(client: Client | undefined): Promise<TripDto> {
    if (!client || !this.#trip) throw new Error("The world has not begun.");
    return readTrip(client.person, this.#trip.id);
  }

  async log(): Promise<TripEvent[]> {
    const [owner] = this.#clients;
    if (!owner) return [];
    const events: TripEvent[] = [];
    for (
      let page = await this.#page(owner, 0);
      page.length > 0;
      page = await this.#page(owner, events.length)
    ) {
      events.push(...page);
    }
    return events;
  }

  async #page({ person, session }: Client, after: number): Promise<TripEvent[]> {
    const query = { after, limit: 500 };
    return (
      await call(eventsApi.list, { params: { tripId: session.store.id }, query }, this.#optionsOf(person))
    ).data.events;
  }

  async thread({ person, session }: Client, { kind, id }: CommentTarget): Promise<CommentDto[]> {
    const input = { params: { tripId: session.store.id }, query: { target: `${kind}:${id}`, limit: 200 } };
    return (await callPage(commentsApi.list, input, this.#optionsOf(person))).items;
  }

  /**
   * Returns whether each write succeeded or was refused; the outcome of a killed page's write is read from the
   * browser's storage.
   */
  async outcomes(): Promise<{ made: MadeWrite; isRefused: boolean }[]> {
    const kept = this.#clients.flatMap(({ browser }) => browser.writes.all);
    const refused = new Set(kept.flatMap(({ recipe, refusal }) => (refusal ? createdBy(recipe) : [])));
    return Promise.all(
      this.made.map(async (made) => {
        const [result] = await Promise.allSettled([Promise.race([made.outcome, made.page.gone])]);
        const isFailed = result.status === "rejected";
        if (isFailed && !(result.reason instanceof ApiError)) throw result.reason;
        const isUnknown = !isFailed && result.value === null;
        return { made, isRefused: isUnknown ? refused.has(made.creates) : isFailed };
      }),
    );
  }

  /** Returns the writes that browsers still store although they were not refused. */
  get leftOver(): string[] {
    return this.#clients.flatMap(({ browser }) =>
      browser.writes.all.flatMap((kept) => (kept.refusal ? [] : [JSON.stringify(kept)])),
    );
  }

  describe(): string {
    const lines = this.#clients.map(({ session: { connection, store } }, index) => {
      const unsent = store.queue.items.map(
        ({ write, phase, echoSeq }) => `${write.label.action}:${phase}:${echoSeq}`,
      );
      return `client ${index}: ${connection}, seq ${store.seq} of ${store.knownSeq}, ${unsent.join(" ")}`;
    });
    return lines.join("\n");
  }
}

/** Waits until no write is being stored, because until then it exists only in the page's memory. */
async function whenKeeping({ session }: FuzzPage): Promise<void> {
  const { queue } = session.store;
  while (!session.keeping.keeper || queue.unsent.some(({ kept }) => kept === "storing")) await sleep(1);
}

function newBrowser(): Browser {
  return { writes: new MemoryWrites(), tabs: new FakeTabs() };
}

function createdBy({ kind, args }: WriteRecipe): unknown[] {
  const rows = kind.startsWith("add") ? [args[0]].flat() : [];
  return rows.map((row) => (typeof row === "object" && row !== null && "id" in row ? row.id : null));
}
