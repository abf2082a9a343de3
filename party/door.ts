import type * as z from "zod";
import type { Clock } from "#lib/shared/clock.ts";
import { CLOSE, PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { CloseCommand } from "#lib/shared/protocol.ts";
import { readTicket, TICKET_SECONDS } from "#lib/shared/tickets.ts";
import { type Api, askApi } from "./api.ts";

/** The API is away: the WebSocket code for "try again later". */
const TRY_AGAIN_LATER = 1013;
/** The API tells its time by the second, and its answers take theirs. */
const SAME_TIME_SECONDS = 10;
const ELSEWHERE = "This session may not enter here.";

/** What outlives a restart of the room; the platform's storage has this shape. */
export interface DoorStorage {
  list<T>(options: { prefix: string }): Promise<Map<string, T>>;
  put(key: string, value: number): Promise<void>;
  delete(keys: string[]): Promise<number>;
}

/** Who stands at the door: at least this is known of everyone who comes in. */
export interface Identity {
  userId: string;
  sessionId: string;
}

/** What a ticket adds to it. */
interface Ticket {
  jti: string;
  /** Epoch seconds. */
  exp: number;
}

/** Whose door it is. */
export interface DoorSign<I extends Identity> {
  /** Where the API says who a bearer token is; a path. */
  authorizeAt: string;
  ticket: z.ZodType<I & Ticket>;
  identity: z.ZodType<I>;
  /** Whether a genuine ticket, or the owner of a token, belongs to this very room. */
  isMeant(identity: I): boolean;
}

export interface DoorOptions<I extends Identity> extends Api {
  sign: DoorSign<I>;
  storage: DoorStorage;
  clock: Clock;
}

export interface Refusal {
  code: number;
  reason: string;
}

/** Decides who comes in. Tickets open it once, and not after their owner was sent away. */
export class Door<I extends Identity> {
  readonly #options: DoorOptions<I>;
  /** `used:{jti}` and `cut:{whom}`, each with the second from which on it no longer matters; null before it was read. */
  #marks: Map<string, number> | null = null;
  /** Seconds that the API's clock is ahead of ours: it dates the tickets, so its time is what counts here. */
  #ahead = 0;

  constructor(options: DoorOptions<I>) {
    this.#options = options;
  }

  async identify(url: URL, headers: Pick<Headers, "get">): Promise<I | Refusal> {
    const protocol = url.searchParams.get("protocol");
    if (protocol !== null && !(Number(protocol) >= PROTOCOL_VERSION)) {
      return { code: CLOSE.protocolTooOld, reason: "This client is too old. Reload or update it." };
    }
    const origin = headers.get("origin");
    if (origin !== null && !this.#isTrusted(origin)) return unauthorized("This origin is not trusted.");
    const ticket = url.searchParams.get("ticket");
    const { settings, sign } = this.#options;
    if (ticket !== null) return this.#admit(await readTicket(ticket, settings.REALTIME_SECRET, sign.ticket));
    const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    return bearer === undefined ? unauthorized("A ticket or a bearer token is needed.") : this.#ask(bearer);
  }

  /** Tickets that were given out before this are worth nothing to whom it concerns. */
  async cutOff({ code, userId, sessionId }: CloseCommand): Promise<void> {
    if (code !== CLOSE.cutOff) return;
    await this.#mark(await this.#read(), `cut:${sessionId ?? userId ?? "all"}`, this.#now() + TICKET_SECONDS);
  }

  async #admit(ticket: (I & Ticket) | null): Promise<I | Refusal> {
    if (!ticket || !this.#options.sign.isMeant(ticket)) return unauthorized("This ticket is not valid here.");
    await this.#agreeOnTime(ticket);
    if (ticket.exp <= this.#now()) return unauthorized("This ticket has expired.");
    const marks = await this.#read();
    if (marks.has(`used:${ticket.jti}`)) return unauthorized("This ticket was used before.");
    await this.#mark(marks, `used:${ticket.jti}`, ticket.exp);
    return this.#unlessCut(this.#options.sign.identity.parse(ticket), ticket.exp);
  }

  /** A genuine ticket that is not of this minute is old, or one of the two clocks is wrong: the API is asked for its time. */
  async #agreeOnTime({ exp }: Ticket): Promise<void> {
    const left = exp - this.#now();
    if (left > 0 && left <= TICKET_SECONDS + SAME_TIME_SECONDS) return;
    // Without an answer it stays as it is, and whoever comes is told to come again.
    const told = await askApi(this.#options, "/api/ping").then(
      ({ headers }) => Date.parse(headers.get("date") ?? "") / 1000,
      () => Number.NaN,
    );
    const ahead = told - Math.floor(this.#options.clock.now() / 1000);
    if (!Number.isNaN(ahead)) this.#ahead = Math.abs(ahead) <= SAME_TIME_SECONDS ? 0 : ahead;
  }

  /** Checked last: whom this lets in may have been sent away while the answer was awaited. */
  async #unlessCut(identity: I, exp: number): Promise<I | Refusal> {
    const marks = await this.#read();
    // A cut stands for the expiry of tickets that were made in its second.
    const cuts = [identity.userId, identity.sessionId, "all"].map((whom) => marks.get(`cut:${whom}`) ?? 0);
    return exp <= Math.max(...cuts) ? unauthorized("This access was withdrawn.") : identity;
  }

  async #ask(token: string): Promise<I | Refusal> {
    const { sign } = this.#options;
    const exp = this.#now() + TICKET_SECONDS;
    try {
      const response = await askApi(this.#options, sign.authorizeAt, { token });
      if (response.status >= 500) throw new Error(`The API answered ${response.status}.`);
      if (!response.ok) return unauthorized(ELSEWHERE);
      const identity = sign.identity.parse(await response.json());
      if (!sign.isMeant(identity)) return unauthorized(ELSEWHERE);
      return await this.#unlessCut(identity, exp);
    } catch {
      return { code: TRY_AGAIN_LATER, reason: "The service is away. Try again in a moment." };
    }
  }

  #isTrusted(origin: string): boolean {
    const given = origin.toLowerCase();
    return this.#options.settings.TRUSTED_ORIGINS.some((trusted) =>
      trusted.endsWith("://") ? given.startsWith(trusted.toLowerCase()) : given === trusted.toLowerCase(),
    );
  }

  /** Takes effect at once, so that of two sockets with one ticket only the first gets in; then it is stored. */
  async #mark(marks: Map<string, number>, key: string, until: number): Promise<void> {
    marks.set(key, until);
    const past = [...marks].filter(([, end]) => end < this.#now()).map(([old]) => old);
    for (const old of past) marks.delete(old);
    await this.#options.storage.put(key, until);
    if (past.length > 0) await this.#options.storage.delete(past.slice(0, 128));
  }

  async #read(): Promise<Map<string, number>> {
    if (this.#marks) return this.#marks;
    const [used, cut] = await Promise.all([
      this.#options.storage.list<number>({ prefix: "used:" }),
      this.#options.storage.list<number>({ prefix: "cut:" }),
    ]);
    // Another connection may have read them meanwhile, and marked some since.
    this.#marks ??= new Map([...used, ...cut]);
    return this.#marks;
  }

  #now(): number {
    return Math.floor(this.#options.clock.now() / 1000) + this.#ahead;
  }
}

function unauthorized(reason: string): Refusal {
  return { code: CLOSE.unauthorized, reason };
}
