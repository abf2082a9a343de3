import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { Connection } from "./connection.ts";
import { OpenSockets } from "./open-sockets.ts";
import type { Outcome, StreamJob } from "./jobs.ts";
import { expectStatus, fillPlaceholders } from "./requests-filled.ts";

const ARRIVES_WITHIN_MS = 30_000;
/** The number of writes in progress at once. */
const CONNECTIONS = 32;
/**
 * The normal delay of a timer, in milliseconds. A write that starts later than that has waited for the service, and its
 * time counts from the moment when it was due.
 */
const SLACK_MS = 3;

/** The writes that not all sockets have received yet. */
class Expected {
  readonly latencies: number[] = [];
  readonly #since = new Map<string, { at: number; left: number }>();
  #isWhole: (() => void) | null = null;

  expect(id: string, at: number, listeners: number): void {
    if (listeners > 0) this.#since.set(id, { at, left: listeners });
  }

  hear(id: string): void {
    const known = this.#since.get(id);
    if (!known) return;
    this.latencies.push(performance.now() - known.at);
    known.left--;
    if (known.left > 0) return;
    this.#since.delete(id);
    if (this.#since.size === 0) this.#isWhole?.();
  }

  /** Resolves when all sockets have received all writes, or after a timeout. */
  async all(): Promise<void> {
    if (this.#since.size === 0) return;
    const whole = Promise.withResolvers<void>();
    this.#isWhole = whole.resolve;
    const late = setTimeout(whole.resolve, ARRIVES_WITHIN_MS);
    await whole.promise;
    clearTimeout(late);
  }
}

let expected = new Expected();
export const openSockets = new OpenSockets((id) => expected.hear(id));

/** Runs a stream; its latencies are those of every event at every socket. */
export async function runStreamJob(job: StreamJob): Promise<Outcome> {
  const { port, requests, perSecond, seconds, status } = job;
  expected = new Expected();
  openSockets.missed = 0;
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const count = perSecond * seconds;
  const start = performance.now();
  let next = 0;
  async function write(connection: Connection): Promise<void> {
    for (;;) {
      const turn = next++;
      if (turn >= count) return;
      const due = start + (turn * 1000) / perSecond;
      await pause(Math.max(due - performance.now(), 0));
      const id = uuidv7();
      const room = openSockets.rooms[turn % requests.length];
      const now = performance.now();
      expected.expect(id, now - due > SLACK_MS ? due : now, room?.listeners.length ?? 0);
      expectStatus(
        await connection.ask(fillPlaceholders(requests[turn % requests.length] ?? "", id)),
        status,
      );
      if (room) room.seq++;
    }
  }
  await Promise.all(connections.map(write));
  const wrote = (performance.now() - start) / 1000;
  await expected.all();
  for (const connection of connections) connection.close();
  return { latencies: expected.latencies, seconds: wrote, missed: openSockets.missing() };
}
