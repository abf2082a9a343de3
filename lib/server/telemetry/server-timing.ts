import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import type { StatementWatch } from "#db/client.ts";
import type { Telemetry } from "./telemetry.ts";

interface Timings {
  readonly startedAt: number;
  /** The durations of the parts in milliseconds; those of concurrent parts are added up. */
  readonly parts: Map<string, number>;
  database: { count: number; ms: number };
}

/**
 * The state is global to the process, because Next's bundles and the server that serves them each have a copy of this
 * module.
 */
const KEY = Symbol.for("wayfare.server-timing");
const shared: typeof globalThis & { [KEY]?: AsyncLocalStorage<Timings> } = globalThis;
const requests = (shared[KEY] ??= new AsyncLocalStorage<Timings>());

function begun(): Timings {
  return { startedAt: performance.now(), parts: new Map(), database: { count: 0, ms: 0 } };
}

/**
 * Adds to each answer how long the parts of its request took. Durations can reveal data, so this is for development,
 * and for operators who turn it on.
 */
export function serverTiming(inner: Telemetry | null): Telemetry {
  return {
    async inRequest(record, work) {
      const timings = begun();
      const answer = await requests.run(timings, () => (inner ? inner.inRequest(record, work) : work()));
      if (answer instanceof Response) answer.headers.set("server-timing", headerOf(timings));
      return answer;
    },
    async inPart(part, work) {
      const timings = requests.getStore();
      const since = performance.now();
      try {
        return await (inner ? inner.inPart(part, work) : work());
      } finally {
        if (timings) add(timings, part.name, performance.now() - since);
      }
    },
    watch: watching(inner?.watch),
    finished: (record, status) => inner?.finished(record, status),
    count: (what, attributes, by) => inner?.count(what, attributes, by),
    traceparent: () => inner?.traceparent(),
    flush: async () => inner?.flush(),
  };
}

function watching(inner: StatementWatch | undefined): StatementWatch {
  return (name) => {
    const timings = requests.getStore();
    const since = performance.now();
    const ended = inner?.(name);
    return (error) => {
      ended?.(error);
      if (!timings) return;
      timings.database.count += 1;
      timings.database.ms += performance.now() - since;
    };
  };
}

function add({ parts }: Timings, name: string, ms: number): void {
  const token = name.replaceAll(/[^\w-]+/g, "-");
  parts.set(token, (parts.get(token) ?? 0) + ms);
}

/** Adds to a page how long the parts of its request took until its first byte: a page is sent while it is made. */
export function timedPage<T>(res: ServerResponse, work: () => T): T {
  const timings = begun();
  const writeHead = res.writeHead.bind(res);
  function noted(...said: Parameters<ServerResponse["writeHead"]>): ServerResponse {
    res.setHeader("server-timing", headerOf(timings));
    return writeHead(...said);
  }
  // The cast is needed for the overloads of Node's own method, which `noted` replaces.
  res.writeHead = noted as ServerResponse["writeHead"];
  return requests.run(timings, work);
}

function headerOf({ startedAt, parts, database }: Timings): string {
  const statements = `db;dur=${rounded(database.ms)};desc="${database.count} statements"`;
  const others = [...parts].map(([name, ms]) => `${name};dur=${rounded(ms)}`);
  return [`total;dur=${rounded(performance.now() - startedAt)}`, statements, ...others].join(", ");
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
