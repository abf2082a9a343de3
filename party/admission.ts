import type * as z from "zod";
import type { Clock } from "#lib/shared/clock.ts";
import { CLOSE_CODES, PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { CloseCommand } from "#lib/shared/protocol.ts";
import { readTicket, TICKET_SECONDS } from "#lib/shared/tickets.ts";
import { type Api, requestApi } from "./api.ts";

/** The WebSocket close code for "try again later", for times when the API gives no answer. */
const TRY_AGAIN_LATER = 1013;
/**
 * A clock difference up to this counts as none: the API's `Date` header has whole seconds, and its answers take time.
 */
const SAME_TIME_SECONDS = 10;
const ELSEWHERE = "This session may not enter here.";

/** Storage that survives a restart of the room; the platform's storage has this shape. */
export interface AdmissionStorage {
  list<T>(options: { prefix: string }): Promise<Map<string, T>>;
  put(key: string, value: number): Promise<void>;
  delete(keys: string[]): Promise<number>;
}

/** The least that is known about every client that the room admits. */
export interface Identity {
  userId: string;
  sessionId: string;
}

/** The fields that a ticket adds to the identity. */
interface Ticket {
  jti: string;
  /** The expiry in epoch seconds. */
  exp: number;
}

/** The rules of admission for one room. */
export interface AdmissionRules<I extends Identity> {
  /** The path at which the API names the user of a bearer token. */
  authorizeAt: string;
  ticket: z.ZodType<I & Ticket>;
  identity: z.ZodType<I>;
  /** Whether a genuine ticket, or the user of a token, belongs to this room. */
  isMeant(identity: I): boolean;
}

export interface AdmissionOptions<I extends Identity> extends Api {
  sign: AdmissionRules<I>;
  storage: AdmissionStorage;
  clock: Clock;
}

export interface Refusal {
  code: number;
  reason: string;
}

/** Decides which clients the room admits. A ticket is valid once, and not after its user was cut off. */
export class SocketAdmission<I extends Identity> {
  readonly #options: AdmissionOptions<I>;
  /**
   * The keys are `used:{jti}` and `cut:{whom}`, each with the second from which on it no longer matters; null before
   * they were read.
   */
  #marks: Map<string, number> | null = null;
  /** The seconds that the API's clock is ahead of the room's: the API dates the tickets, so its time counts here. */
  #ahead = 0;

  constructor(options: AdmissionOptions<I>) {
    this.#options = options;
  }

  async identify(url: URL, headers: Pick<Headers, "get">): Promise<I | Refusal> {
    const protocol = url.searchParams.get("protocol");
    if (protocol !== null && !(Number(protocol) >= PROTOCOL_VERSION)) {
      return { code: CLOSE_CODES.protocolTooOld, reason: "This client is too old. Reload or update it." };
    }
    const origin = headers.get("origin");
    if (origin !== null && !this.#isTrusted(origin)) return unauthorized("This origin is not trusted.");
    const ticket = url.searchParams.get("ticket");
    const { settings, sign } = this.#options;
    if (ticket !== null) return this.#admit(await readTicket(ticket, settings.REALTIME_SECRET, sign.ticket));
    const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    return bearer === undefined ? unauthorized("A ticket or a bearer token is needed.") : this.#ask(bearer);
  }

  /**
   * Makes the tickets invalid that the API has given, before this moment, to the users and sessions that the command
   * names.
   */
  async cutOff({ code, userId, sessionId }: CloseCommand): Promise<void> {
    if (code !== CLOSE_CODES.cutOff) return;
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

  /**
   * A genuine ticket that is not of this minute is old, or one of the two clocks is wrong: the room asks the API for
   * its time.
   */
  async #agreeOnTime({ exp }: Ticket): Promise<void> {
    const left = exp - this.#now();
    if (left > 0 && left <= TICKET_SECONDS + SAME_TIME_SECONDS) return;
    // Without an answer the difference stays as it is, and the client is refused and may try again.
    const told = await requestApi(this.#options, "/api/ping").then(
      ({ headers }) => Date.parse(headers.get("date") ?? "") / 1000,
      () => Number.NaN,
    );
    const ahead = told - Math.floor(this.#options.clock.now() / 1000);
    if (!Number.isNaN(ahead)) this.#ahead = Math.abs(ahead) <= SAME_TIME_SECONDS ? 0 : ahead;
  }

  /**
   * Returns a refusal if the user was cut off, else the identity. This check comes last, because the user may have been
   * cut off while the room waited for the API.
   */
  async #unlessCut(identity: I, exp: number): Promise<I | Refusal> {
    const marks = await this.#read();
    // A cut is stored with the expiry of tickets that were made in its second.
    const cuts = [identity.userId, identity.sessionId, "all"].map((whom) => marks.get(`cut:${whom}`) ?? 0);
    return exp <= Math.max(...cuts) ? unauthorized("This access was withdrawn.") : identity;
  }

  async #ask(token: string): Promise<I | Refusal> {
    const { sign } = this.#options;
    const exp = this.#now() + TICKET_SECONDS;
    try {
      const response = await requestApi(this.#options, sign.authorizeAt, { token });
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

  /**
   * The mark counts at once, so that of two sockets with one ticket only the first is admitted; after that it is
   * stored.
   */
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
    // Another connection may have read the marks during this reading, and added some, so its marks stay.
    this.#marks ??= new Map([...used, ...cut]);
    return this.#marks;
  }

  #now(): number {
    return Math.floor(this.#options.clock.now() / 1000) + this.#ahead;
  }
}

function unauthorized(reason: string): Refusal {
  return { code: CLOSE_CODES.unauthorized, reason };
}
