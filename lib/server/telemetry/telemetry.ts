import { type StatementWatch, watchStatements } from "#db/client.ts";
import { env } from "../env.ts";
import type { RequestRecord } from "../http/request-record.ts";

/* Where the service says what it does, for OpenTelemetry and `Server-Timing`. Off, it costs comparisons; nothing is loaded. */

export type Attributes = Readonly<Record<string, string | number>>;

/** A part of the work for a request. Names and attributes are our own words: never values, addresses or anybody's data. */
export interface Part {
  name: string;
  /** `client`: another party, or the database, does it. */
  kind?: "client";
  attributes?: Attributes;
}

/** What is counted, beside how long requests take. */
export type Counted =
  | "wayfare.rate_limit.refusals"
  | "wayfare.background.runs"
  | "wayfare.agent.runs"
  | "wayfare.agent.tokens";

export interface Telemetry {
  inRequest<T>(record: RequestRecord, work: () => Promise<T>): Promise<T>;
  finished(record: RequestRecord, status: number): void;
  inPart<T>(part: Part, work: () => Promise<T>): Promise<T>;
  watch: StatementWatch;
  count(what: Counted, attributes: Attributes, by: number): void;
  /** The W3C header that makes another of our own parts' work a part of this; undefined outside of all work. */
  traceparent(): string | undefined;
  flush(): Promise<void>;
}

let active: Telemetry | null = null;
let starting: Promise<void> | null = null;

/** What the operator has turned on; null: nothing, or not yet. */
export function telemetry(): Telemetry | null {
  return active;
}

/** Loads it once, where it is turned on. null: there is nothing to wait for. */
export function startTelemetry(): Promise<void> | null {
  if (active !== null) return null;
  const { OTEL_EXPORTER_OTLP_ENDPOINT, SERVER_TIMING } = env();
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined && SERVER_TIMING === "off") return null;
  starting ??= load(OTEL_EXPORTER_OTLP_ENDPOINT !== undefined);
  return starting;
}

/** The same for pages, which are timed and not traced; whichever comes first, both are then on. */
export function startPageTiming(): Promise<void> | null {
  return env().SERVER_TIMING === "off" ? null : startTelemetry();
}

async function load(isTraced: boolean): Promise<void> {
  const traced = isTraced ? (await import("./open-telemetry.ts")).openTelemetry() : null;
  const isTimed = env().SERVER_TIMING === "on";
  active = isTimed ? (await import("./server-timing.ts")).serverTiming(traced) : traced;
  watchStatements(active?.watch);
}

/** Runs work as a part of what is under way. */
export function inPart<T>(part: Part, work: () => Promise<T>): Promise<T> {
  return active === null ? work() : active.inPart(part, work);
}

export function count(what: Counted, attributes: Attributes = {}, by = 1): void {
  active?.count(what, attributes, by);
}
