import { randomBytes, randomUUID } from "node:crypto";
import { type ClientRequest, request } from "node:http";
import type { Duplex } from "node:stream";
import { env } from "#lib/server/env.ts";
import { LINE_HEADER, LineHead } from "#lib/shared/room-line.ts";
import { FrameReader, frameOf, KIND } from "./frames.ts";
import type { Passage } from "./socket-farewell.ts";

/** Sockets of one room that are told everything by themselves. Few rooms have more, and a line is a socket too. */
const MOST_DIRECT = 16;
const LINE_BREAK = 10;

/** A socket's place in its room's crowd, from its handshake on until it has gone. */
export interface Seat {
  /** What the room has to be told in the handshake. */
  headers: Record<string, string>;
  /** The room has agreed: what it has said by the line until now, and says from now on, goes this way. */
  open(passage: Passage): void;
  end(): void;
}

interface Crowd {
  sockets: number;
  line: RoomLine | null;
}

/** By the rooms' port and a room's path. */
const crowds = new Map<string, Crowd>();

/** Gives a socket its place; in a crowd it rides on a line, as soon as the room has taken one. */
export function takeSeat(port: number, path: string): Seat {
  const key = `${port}${path}`;
  const ride = crowds.get(key)?.line?.takeOn();
  let crowd: Crowd | null = null;
  return {
    headers: ride?.headers ?? {},
    open(passage) {
      // Only whom the room has agreed to counts.
      crowd = crowds.get(key) ?? { sockets: 0, line: null };
      crowds.set(key, crowd);
      join(crowd, port, path);
      ride?.open(passage);
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

/** What the line has for one socket: kept until the room's agreement is passed on, which the line may overtake. */
class Ride implements Seat {
  readonly headers: Record<string, string>;
  readonly #left: () => unknown;
  #passage: Passage | null = null;
  #early: ((passage: Passage) => void)[] = [];

  constructor(place: string, left: () => unknown) {
    this.headers = { [LINE_HEADER]: place };
    this.#left = left;
  }

  open(passage: Passage): void {
    this.#passage = passage;
    for (const work of this.#early) work(passage);
    this.#early = [];
  }

  end(): void {
    this.#left();
  }

  to(work: (passage: Passage) => void): void {
    if (this.#passage) work(this.#passage);
    else this.#early.push(work);
  }
}

/** One connection by which a room tells many sockets what all of them are to hear. */
class RoomLine {
  readonly #name = randomUUID();
  readonly #rides = new Map<number, Ride>();
  readonly #asked: ClientRequest;
  readonly #ended: () => void;
  #room: Duplex | null = null;
  #isTaken = false;
  #hasEnded = false;
  #count = 0;

  constructor(port: number, path: string, ended: () => void) {
    this.#ended = ended;
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
      authorization: `Bearer ${env().REALTIME_SECRET}`,
      [LINE_HEADER]: this.#name,
    };
    this.#asked = request({ host: "127.0.0.1", port, path, headers, agent: false });
    this.#asked.once("upgrade", (_, room, sent) => this.#begin(room, sent));
    this.#asked.once("response", () => this.end());
    this.#asked.once("error", () => this.end());
    this.#asked.end();
  }

  /** Undefined while the room has not said that it has taken the line: nobody waits for it. */
  takeOn(): Ride | undefined {
    if (!this.#isTaken) return undefined;
    const rider = this.#count++;
    const ride = new Ride(`${this.#name}.${rider}`, () => this.#rides.delete(rider));
    this.#rides.set(rider, ride);
    return ride;
  }

  #begin(room: Duplex, sent: Buffer): void {
    this.#room = room;
    const reader = new FrameReader((kind, content) => {
      if (kind === KIND.text) this.#hear(content);
      else if (kind === KIND.close) this.end();
    });
    // What came along with the agreement is read in its turn.
    if (sent.length > 0) room.unshift(sent);
    room.on("data", (chunk: Buffer) => {
      try {
        reader.read(chunk);
      } catch {
        // Whatever it was, nobody can be told it; those on the line come back and ask.
        this.end();
      }
    });
    room.on("error", () => room.destroy());
    room.once("close", () => this.end());
  }

  #hear(message: Buffer): void {
    this.#isTaken = true;
    const end = message.indexOf(LINE_BREAK);
    const { to, close } = LineHead.parse(JSON.parse(message.toString("latin1", 0, end)));
    const said = message.subarray(end + 1);
    if (close === undefined) {
      const frame = frameOf(KIND.text, said);
      for (const rider of to) this.#rides.get(rider)?.to((passage) => passage.say(frame));
    } else {
      const frame = frameOf(KIND.close, Buffer.concat([codeOf(close), said]));
      for (const rider of to) this.#rides.get(rider)?.to((passage) => passage.close(frame));
    }
  }

  /** Whoever rode on it can be told nothing any more, and has to come back. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#ended();
    this.#asked.destroy();
    this.#room?.destroy();
    for (const ride of this.#rides.values()) ride.to((passage) => passage.leave());
  }
}

function codeOf(close: number): Buffer {
  const code = Buffer.alloc(2);
  code.writeUInt16BE(close);
  return code;
}
