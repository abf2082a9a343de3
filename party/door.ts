import * as z from "zod";
import type { Clock } from "#lib/shared/clock.ts";
import {
  CLOSE,
  PROTOCOL_VERSION,
  type RoomCommand,
  SocketIdentity,
  type TicketPayload,
} from "#lib/shared/protocol.ts";
import { readTicket, TICKET_SECONDS } from "#lib/shared/tickets.ts";

/** The API is away: the WebSocket code for "try again later". */
const TRY_AGAIN_LATER = 1013;
const ANSWER_WITHIN_MS = 5000;

export const RoomSettings = z.object({
  REALTIME_SECRET: z.string().min(32),
  API_URL: z.url().transform((url) => url.replace(/\/+$/, "")),
  TRUSTED_ORIGINS: z.string().transform((list) => list.split(",").filter((origin) => origin !== "")),
});
export type RoomSettings = z.infer<typeof RoomSettings>;

/** What outlives a restart of the room; the platform's storage has this shape. */
export interface DoorStorage {
  list<T>(options: { prefix: string }): Promise<Map<string, T>>;
  put(key: string, value: number): Promise<void>;
  delete(keys: string[]): Promise<number>;
}

export interface DoorOptions {
  tripId: string;
  settings: RoomSettings;
  storage: DoorStorage;
  clock: Clock;
  fetch: typeof fetch;
}

export interface Refusal {
  code: number;
  reason: string;
}

/** Decides who comes in. Tickets open it once, and not after their owner was sent away. */
export class Door {
  readonly #options: DoorOptions;
  /** `used:{jti}` and `cut:{whom}`, each with the second from which on it no longer matters; null before it was read. */
  #marks: Map<string, number> | null = null;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  async identify(url: URL, headers: Pick<Headers, "get">): Promise<SocketIdentity | Refusal> {
    const protocol = url.searchParams.get("protocol");
    if (protocol !== null && !(Number(protocol) >= PROTOCOL_VERSION)) {
      return { code: CLOSE.protocolTooOld, reason: "This client is too old. Reload or update it." };
    }
    const origin = headers.get("origin");
    if (origin !== null && !this.#isTrusted(origin)) return unauthorized("This origin is not trusted.");
    const ticket = url.searchParams.get("ticket");
    if (ticket !== null) return this.#admit(await readTicket(ticket, this.#options.settings.REALTIME_SECRET));
    const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    return bearer === undefined ? unauthorized("A ticket or a bearer token is needed.") : this.#ask(bearer);
  }

  /** Tickets that were given out before this are worth nothing to whom it concerns. */
  async cutOff({ code, userId, sessionId }: Extract<RoomCommand, { type: "close" }>): Promise<void> {
    if (code !== CLOSE.cutOff) return;
    await this.#mark(await this.#read(), `cut:${sessionId ?? userId ?? "all"}`, this.#now() + TICKET_SECONDS);
  }

  async #admit(ticket: TicketPayload | null): Promise<SocketIdentity | Refusal> {
    if (!ticket || ticket.tripId !== this.#options.tripId)
      return unauthorized("This ticket is not valid here.");
    if (ticket.exp <= this.#now()) return unauthorized("This ticket has expired.");
    const marks = await this.#read();
    if (marks.has(`used:${ticket.jti}`)) return unauthorized("This ticket was used before.");
    await this.#mark(marks, `used:${ticket.jti}`, ticket.exp);
    const { jti: _jti, exp, ...identity } = ticket;
    return this.#unlessCut(identity, exp);
  }

  /** Checked last: whom this lets in may have been sent away while the answer was awaited. */
  async #unlessCut(identity: SocketIdentity, exp: number): Promise<SocketIdentity | Refusal> {
    const marks = await this.#read();
    // A cut stands for the expiry of tickets that were made in its second.
    const cuts = [identity.userId, identity.sessionId, "all"].map((whom) => marks.get(`cut:${whom}`) ?? 0);
    return exp <= Math.max(...cuts) ? unauthorized("This access was withdrawn.") : identity;
  }

  async #ask(token: string): Promise<SocketIdentity | Refusal> {
    const { settings, tripId } = this.#options;
    const exp = this.#now() + TICKET_SECONDS;
    try {
      const response = await this.#options.fetch(
        `${settings.API_URL}/api/internal/rooms/${tripId}/authorize`,
        {
          method: "POST",
          headers: {
            authorization: `Bearer ${settings.REALTIME_SECRET}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ token }),
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        },
      );
      if (response.status >= 500) throw new Error(`The API answered ${response.status}.`);
      if (!response.ok) return unauthorized("This session may not enter this trip.");
      return await this.#unlessCut(SocketIdentity.parse(await response.json()), exp);
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
    return Math.floor(this.#options.clock.now() / 1000);
  }
}

function unauthorized(reason: string): Refusal {
  return { code: CLOSE.unauthorized, reason };
}
