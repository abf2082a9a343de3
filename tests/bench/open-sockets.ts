import type { Socket } from "node:net";
import type { OpenSocketsJob, Outcome } from "./jobs.ts";
import { openRoomSocket } from "./room-socket.ts";

/** The number of sockets that are opened at once; with more, connections would wait in the operating system's queue. */
const OPENED_AT_ONCE = 50;
const EVENT = Buffer.from('{"type":"event","event":{"seq":');
const ENTITY = Buffer.from('"entityId":"');
const ID_LENGTH = 36;
const [ZERO, NINE] = [48, 57];

interface Listener {
  /** The seq of the last received event or of the greeting; null before the greeting. */
  seq: number | null;
  socket: Socket | null;
}

/** A message: the bytes of `data` from one position to another. */
interface Message {
  data: Buffer;
  from: number;
  end: number;
}

interface Room {
  listeners: Listener[];
  /** The trip's seq according to the answered writes. */
  seq: number;
}

/** The open sockets by room, and what they have received. Only the beginning of each event is parsed. */
export class OpenSockets {
  readonly rooms: Room[] = [];
  /** The number of events that did not follow the previous one directly. */
  missed = 0;
  /** Is called for every event at every socket. */
  readonly #heard: (entityId: string) => void;

  constructor(heard: (entityId: string) => void) {
    this.#heard = heard;
  }

  async gather({ rooms }: OpenSocketsJob): Promise<Outcome> {
    const start = performance.now();
    const latencies: number[] = [];
    const addresses = rooms.flatMap((list, room) => list.map((address) => ({ room, address })));
    while (latencies.length < addresses.length) {
      const next = addresses.slice(latencies.length, latencies.length + OPENED_AT_ONCE);
      latencies.push(...(await Promise.all(next.map(({ room, address }) => this.#open(room, address)))));
    }
    return { latencies, seconds: (performance.now() - start) / 1000 };
  }

  disperse(): void {
    for (const { socket } of this.rooms.flatMap(({ listeners }) => listeners)) socket?.destroy();
    this.rooms.length = 0;
  }

  /** Returns the number of sockets whose last seq is not their trip's, plus the number of events out of order. */
  missing(): number {
    const late = this.rooms.flatMap(({ listeners, seq }) => listeners.filter((one) => one.seq !== seq));
    return this.missed + late.length;
  }

  async #open(index: number, address: string): Promise<number> {
    const room = (this.rooms[index] ??= { listeners: [], seq: 0 });
    const start = performance.now();
    const listener: Listener = { seq: null, socket: null };
    const greeted = Promise.withResolvers<void>();
    listener.socket = await openRoomSocket(address, {
      text: (data, from, end) => {
        if (listener.seq !== null) return this.#hear(listener, listener.seq, { data, from, end });
        const said = JSON.parse(data.toString("utf8", from, end));
        if (said.type !== "hello") return greeted.reject(new Error(`The room said ${JSON.stringify(said)}.`));
        listener.seq = Number(said.seq);
        room.seq = Math.max(room.seq, listener.seq);
        greeted.resolve();
      },
      close: (code) => greeted.reject(new Error(`The room closed with ${code}.`)),
    });
    listener.socket.on("close", () => greeted.reject(new Error("The service closed the connection.")));
    await greeted.promise;
    room.listeners.push(listener);
    return performance.now() - start;
  }

  #hear(listener: Listener, before: number, { data, from, end }: Message): void {
    if (!beginsWith(data, from, EVENT)) return;
    const seq = numberAt(data, from + EVENT.length);
    if (seq !== before + 1) this.missed++;
    listener.seq = Math.max(seq, before);
    const at = data.indexOf(ENTITY, from) + ENTITY.length;
    if (at + ID_LENGTH > end) throw new Error("An event is of nothing.");
    this.#heard(data.toString("latin1", at, at + ID_LENGTH));
  }
}

/** Whether the data has the expected bytes at a position. It makes no string of them, because that would cost more. */
function beginsWith(data: Buffer, from: number, expected: Buffer): boolean {
  for (let at = 0; at < expected.length; at++) if (data[from + at] !== expected[at]) return false;
  return true;
}

function numberAt(data: Buffer, from: number): number {
  let value = 0;
  for (let at = from; ; at++) {
    const digit = data[at] ?? 0;
    if (digit < ZERO || digit > NINE) return value;
    value = value * 10 + digit - ZERO;
  }
}
