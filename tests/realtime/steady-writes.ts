import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import type { Person } from "#tests/factories/people.ts";

export interface SteadyWrites {
  /** The names of the stops whose creation was answered with 201. */
  done: string[];
  /** The errors of all other writes, except those whose connection was refused. */
  failures: string[];
  /** The number of writes whose connection was refused, so that no server accepted them. */
  refused: number;
  stop(): Promise<void>;
}

/** Sends this many writes per second, each only once, and keeps connections open, as browsers do. */
export function writeSteadily(
  { url }: { url: string },
  { token }: Person,
  tripId: string,
  perSecond: number,
): SteadyWrites {
  const writes: SteadyWrites = { done: [], failures: [], refused: 0, stop };
  const open = new Set<Promise<void>>();
  const over = new AbortController();

  async function write(): Promise<void> {
    const name = uuidv7();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ name, dayId: null });
    try {
      const answer = await fetch(`${url}/api/trips/${tripId}/stops`, { method: "POST", headers, body });
      const text = await answer.text();
      if (answer.status === 201) writes.done.push(name);
      else writes.failures.push(`${answer.status} ${text}`);
    } catch (error) {
      if (wasRefused(error)) writes.refused++;
      else writes.failures.push(causeOf(error));
    }
  }

  async function go(): Promise<void> {
    while (!over.signal.aborted) {
      const task = write();
      open.add(task);
      void task.finally(() => open.delete(task));
      await sleep(1000 / perSecond);
    }
  }

  const going = go();
  async function stop(): Promise<void> {
    over.abort();
    await going;
    await Promise.all(open);
  }
  return writes;
}

function wasRefused(error: unknown): boolean {
  return causeOf(error).includes("ECONNREFUSED");
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause ? `${String(cause.code)} ${cause.message}` : String(cause);
}
