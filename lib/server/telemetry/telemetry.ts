import { type StatementWatch, watchStatements } from "#db/client.ts";
import { env } from "../env/env.ts";
import type { RequestRecord } from "../http/request-record.ts";

/*
 * The interface for OpenTelemetry and `Server-Timing`. When both are off, it costs only comparisons, and nothing is
 * loaded.
 */

export type Attributes = Readonly<Record<string, string | number>>;

/** A part of the work for a request. Names and attributes are fixed texts: never values, addresses or users' data. */
export interface SpanDescription {
  name: string;
  /** Who does the work; `client`: another server, or the database. Absent: this process. */
  kind?: "client";
  attributes?: Attributes;
}

/** The counters, beside the durations of requests. */
export type CounterName =
  | "wayfare.rate_limit.refusals"
  | "wayfare.background.runs"
  | "wayfare.agent.runs"
  | "wayfare.agent.tokens";

export interface Telemetry {
  inRequest<T>(record: RequestRecord, work: () => Promise<T>): Promise<T>;
  finished(record: RequestRecord, status: number): void;
  inPart<T>(part: SpanDescription, work: () => Promise<T>): Promise<T>;
  watch: StatementWatch;
  count(what: CounterName, attributes: Attributes, by: number): void;
  /**
   * Returns the W3C header with which work in another process of the service becomes a part of the current work;
   * undefined when there is no current work.
   */
  traceparent(): string | undefined;
  flush(): Promise<void>;
}

let active: Telemetry | null = null;
let starting: Promise<void> | null = null;

/** Returns the telemetry that the operator has turned on; null: none, or it is not loaded yet. */
export function telemetry(): Telemetry | null {
  return active;
}

/** Loads the telemetry once, if it is turned on. null: there is nothing to wait for. */
export function startTelemetry(): Promise<void> | null {
  if (active !== null) return null;
  const { OTEL_EXPORTER_OTLP_ENDPOINT, SERVER_TIMING } = env();
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined && SERVER_TIMING === "off") return null;
  starting ??= load(OTEL_EXPORTER_OTLP_ENDPOINT !== undefined);
  return starting;
}

/**
 * Loads the telemetry for pages, once, if `SERVER_TIMING` is on. Pages have timings and no traces, so a page does not
 * load it for traces alone; when it is loaded, tracing starts too if the operator has turned it on.
 */
export function startPageTiming(): Promise<void> | null {
  return env().SERVER_TIMING === "off" ? null : startTelemetry();
}

async function load(isTraced: boolean): Promise<void> {
  const traced = isTraced ? (await import("./open-telemetry.ts")).openTelemetry() : null;
  const isTimed = env().SERVER_TIMING === "on";
  active = isTimed ? (await import("./server-timing.ts")).serverTiming(traced) : traced;
  watchStatements(active?.watch);
}

/** Runs work as a part of the current work. */
export function runInSpan<T>(part: SpanDescription, work: () => Promise<T>): Promise<T> {
  return active === null ? work() : active.inPart(part, work);
}

export function count(what: CounterName, attributes: Attributes = {}, by = 1): void {
  active?.count(what, attributes, by);
}
