import { WebSocket } from "ws";
import type { GatherJob, Outcome } from "./jobs.ts";

/** More would meet a queue of the system's own. */
const OPENED_AT_ONCE = 50;
const EVENT = '{"type":"event","event":{"seq":';
const ENTITY = Buffer.from('"entityId":"');
const ID_LENGTH = 36;
const [ZERO, NINE] = [48, 57];

interface Listener {
  socket: WebSocket;
  /** Of the last event that it was told, or of where the room stood when it greeted; null before. */
  seq: number | null;
}

interface Room {
  listeners: Listener[];
  /** Where the trip stands, by the writes that were answered. */
  seq: number;
}

/** Sockets that are open, by room, and what they have been told. Of each event only the beginning is read. */
export class Gathering {
  readonly rooms: Room[] = [];
  /** Events that came in another order than one by one. */
  missed = 0;
  /** Of every event at every socket. */
  readonly #heard: (entityId: string) => void;

  constructor(heard: (entityId: string) => void) {
    this.#heard = heard;
  }

  async gather({ rooms }: GatherJob): Promise<Outcome> {
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
    for (const { socket } of this.rooms.flatMap(({ listeners }) => listeners)) {
      socket.removeAllListeners("message").terminate();
    }
    this.rooms.length = 0;
  }

  /** How many sockets' stories end elsewhere than their trips, plus whatever came in disorder before. */
  missing(): number {
    const late = this.rooms.flatMap(({ listeners, seq }) => listeners.filter((one) => one.seq !== seq));
    return this.missed + late.length;
  }

  async #open(index: number, address: string): Promise<number> {
    const room = (this.rooms[index] ??= { listeners: [], seq: 0 });
    const start = performance.now();
    const socket = new WebSocket(address, { perMessageDeflate: false });
    const listener: Listener = { socket, seq: null };
    const greeted = Promise.withResolvers<void>();
    socket.on("error", (error) => greeted.reject(error));
    socket.on("close", (code) => greeted.reject(new Error(`The room closed with ${code}.`)));
    socket.on("message", (data: Buffer) => {
      if (listener.seq !== null) return this.#hear(listener, listener.seq, data);
      listener.seq = Number(JSON.parse(data.toString()).seq);
      room.seq = Math.max(room.seq, listener.seq);
      greeted.resolve();
    });
    await greeted.promise;
    room.listeners.push(listener);
    return performance.now() - start;
  }

  #hear(listener: Listener, before: number, data: Buffer): void {
    if (data.toString("latin1", 0, EVENT.length) !== EVENT) return;
    const seq = numberAt(data, EVENT.length);
    if (seq !== before + 1) this.missed++;
    listener.seq = Math.max(seq, before);
    const at = data.indexOf(ENTITY) + ENTITY.length;
    this.#heard(data.toString("latin1", at, at + ID_LENGTH));
  }
}

function numberAt(data: Buffer, from: number): number {
  let value = 0;
  for (let at = from; ; at++) {
    const digit = data[at] ?? 0;
    if (digit < ZERO || digit > NINE) return value;
    value = value * 10 + digit - ZERO;
  }
}
