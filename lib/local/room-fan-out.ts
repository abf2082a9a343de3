import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { env } from "#lib/server/env/env.ts";
import { FAN_OUT_HEADER, FanOutHead } from "#lib/shared/fan-out.ts";
import { frameOf, FRAME_FIRST_BYTE } from "./frames.ts";
import type { SocketRelay } from "./socket-relay.ts";

/**
 * How many sockets of one room have connections of their own before a fan-out connection is used. Few rooms have more
 * sockets, and a fan-out connection is a socket, too.
 */
const MOST_DIRECT = 16;
const LINE_BREAK = 10;

/** A socket's slot in its room, from the handshake until the socket has closed. */
export interface SocketSlot {
  /** The headers that the handshake sends to the room. */
  headers: Record<string, string>;
  /**
   * Called when the room has accepted the socket: messages that the fan-out connection has received for it until now,
   * and later ones, go to this relay.
   */
  open(relay: SocketRelay): void;
  end(): void;
}

interface Crowd {
  sockets: number;
  line: RoomLine | null;
}

/** The rooms with sockets, by the rooms' port and a room's path. */
const crowds = new Map<string, Crowd>();

/**
 * Gives a socket its slot. In a room with many sockets it is on a fan-out connection, as soon as the room has accepted
 * one.
 */
export function takeSocketSlot(port: number, path: string): SocketSlot {
  const key = `${port}${path}`;
  const ride = crowds.get(key)?.line?.takeOn();
  let crowd: Crowd | null = null;
  return {
    headers: ride?.headers ?? {},
    open(relay) {
      // Only sockets that the room has accepted count.
      crowd = crowds.get(key) ?? { sockets: 0, line: null };
      crowds.set(key, crowd);
      join(crowd, port, path);
      ride?.open(relay);
    },
    end() {
      ride?.end();
      if (crowd) leave(crowd, key);
    },
  };
}

function join(crowd: Crowd, port: number, path: string): void {
  crowd.sockets++;
  if (crowd.sockets <= MOST_DIRECT) return;
  crowd.line ??= new RoomLine(port, path, () => (crowd.line = null));
}

function leave(crowd: Crowd, key: string): void {
  crowd.sockets--;
  if (crowd.sockets > 0) return;
  crowds.delete(key);
  crowd.line?.end();
}

/**
 * The messages of a fan-out connection for one socket. They are stored until the room's acceptance is passed on, which
 * they may overtake.
 */
class Ride implements SocketSlot {
  readonly headers: Record<string, string>;
  readonly #left: () => unknown;
  #relay: SocketRelay | null = null;
  #early: ((relay: SocketRelay) => void)[] = [];

  constructor(place: string, left: () => unknown) {
    this.headers = { [FAN_OUT_HEADER]: place };
    this.#left = left;
  }

  open(relay: SocketRelay): void {
    this.#relay = relay;
    for (const work of this.#early) work(relay);
    this.#early = [];
  }

  end(): void {
    this.#left();
  }

  to(work: (relay: SocketRelay) => void): void {
    if (this.#relay) work(this.#relay);
    else this.#early.push(work);
  }
}

/** A fan-out connection: it carries each message once from a room for the many sockets that receive it. */
class RoomLine {
  readonly #name = randomUUID();
  readonly #rides = new Map<number, Ride>();
  readonly #room: WebSocket;
  readonly #ended: () => void;
  #isTaken = false;
  #hasEnded = false;
  #count = 0;

  constructor(port: number, path: string, ended: () => void) {
    this.#ended = ended;
    const headers = { authorization: `Bearer ${env().REALTIME_SECRET}`, [FAN_OUT_HEADER]: this.#name };
    this.#room = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
      headers,
      perMessageDeflate: false,
      // The texts are not checked for valid UTF-8, since clients check the texts that they get.
      skipUTF8Validation: true,
    });
    this.#room.on("message", (message, isBinary) => {
      if (isBinary || !Buffer.isBuffer(message)) return;
      try {
        this.#hear(message);
      } catch {
        // The message can't be understood, so the fan-out connection ends; its sockets reconnect and ask for what they
        // missed.
        this.end();
      }
    });
    this.#room.on("error", () => this.end());
    this.#room.once("close", () => this.end());
  }

  /**
   * Adds a socket; undefined while the room has not accepted the fan-out connection, since no socket waits for that.
   */
  takeOn(): Ride | undefined {
    if (!this.#isTaken) return undefined;
    const rider = this.#count++;
    const ride = new Ride(`${this.#name}.${rider}`, () => this.#rides.delete(rider));
    this.#rides.set(rider, ride);
    return ride;
  }

  #hear(message: Buffer): void {
    this.#isTaken = true;
    const end = message.indexOf(LINE_BREAK);
    const { to, close } = FanOutHead.parse(JSON.parse(message.toString("latin1", 0, end)));
    const said = message.subarray(end + 1);
    if (close === undefined) {
      const frame = frameOf(FRAME_FIRST_BYTE.text, said);
      for (const rider of to) this.#rides.get(rider)?.to((relay) => relay.say(frame));
    } else {
      const frame = frameOf(FRAME_FIRST_BYTE.close, Buffer.concat([codeOf(close), said]));
      for (const rider of to) this.#rides.get(rider)?.to((relay) => relay.close(frame));
    }
  }

  /** Ends the fan-out connection. Its sockets can get no more messages and have to reconnect. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#ended();
    this.#room.terminate();
    for (const ride of this.#rides.values()) ride.to((relay) => relay.leave());
  }
}

function codeOf(close: number): Buffer {
  const code = Buffer.alloc(2);
  code.writeUInt16BE(close);
  return code;
}
