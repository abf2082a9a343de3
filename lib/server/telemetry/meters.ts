import { getHeapStatistics } from "node:v8";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Attributes, Meter, ObservableGauge } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import type { Resource } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { readWorkStatus } from "../background/status.ts";
import { freshDatabase } from "../process/database.ts";
import { env } from "../env/env.ts";
import { exporterOptions, logCollectorLoss } from "./exporting.ts";
import type { Telemetry } from "./telemetry.ts";

interface Meters {
  request(seconds: number, of: { method: string; route: string; status: number }): void;
  count: Telemetry["count"];
  flush(): Promise<void>;
}

/** The buckets of durations in seconds, as OpenTelemetry recommends for requests. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export function openMeters(resource: Resource): Meters {
  const exporter = logCollectorLoss("metrics", new OTLPMetricExporter(exporterOptions("metrics")));
  const exportIntervalMillis = env().OTEL_METRIC_EXPORT_INTERVAL;
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, 10_000),
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  const meter = provider.getMeter("wayfare");
  const durations = meter.createHistogram("http.server.request.duration", {
    unit: "s",
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  const counters = new Map<string, ReturnType<Meter["createCounter"]>>();
  watchProcess(meter);
  watchPool(meter);
  watchWork(meter);
  return {
    request(seconds, { method, route, status }) {
      const attributes = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
      };
      durations.record(seconds, attributes);
    },
    count(what, attributes, by) {
      const counter = counters.get(what) ?? meter.createCounter(what);
      counters.set(what, counter);
      counter.add(by, attributes);
    },
    flush: () => provider.forceFlush(),
  };
}

const NS = 1e9;

type Delays = ReturnType<typeof monitorEventLoopDelay>;

/** Measures the delay of the event loop since the last report. */
function watchProcess(meter: Meter): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const gauges = (["p50", "p99", "max"] as const).map((which) => ({
    which,
    gauge: meter.createObservableGauge(`nodejs.eventloop.delay.${which}`, { unit: "s" }),
  }));
  const memory = meter.createObservableGauge("v8js.memory.heap.used", { unit: "By" });
  meter.addBatchObservableCallback(
    (result) => {
      for (const { which, gauge } of gauges) result.observe(gauge, inSeconds(delay, which));
      delay.reset();
      result.observe(memory, getHeapStatistics().used_heap_size);
    },
    [...gauges.map(({ gauge }) => gauge), memory],
  );
}

function inSeconds(delay: Delays, which: "p50" | "p99" | "max"): number {
  // Without a measurement the maximum would be the smallest number.
  if (delay.count === 0) return 0;
  return (which === "max" ? delay.max : delay.percentile(which === "p50" ? 50 : 99)) / NS;
}

function watchPool(meter: Meter): void {
  const connections = meter.createObservableGauge("db.client.connection.count");
  const waiting = meter.createObservableGauge("db.client.connection.pending_requests");
  meter.addBatchObservableCallback(
    (result) => {
      const { pool } = freshDatabase();
      result.observe(connections, pool.idleCount, { "db.client.connection.state": "idle" });
      result.observe(connections, pool.totalCount - pool.idleCount, { "db.client.connection.state": "used" });
      result.observe(waiting, pool.waitingCount);
    },
    [connections, waiting],
  );
}

type Observe = (gauge: ObservableGauge, value: number, attributes?: Attributes) => void;

/**
 * Reports what waits for background work, and the time since its last success. Each server reports the same values: use
 * the maximum.
 */
function watchWork(meter: Meter): void {
  const backlog = meter.createObservableGauge("wayfare.background.backlog");
  const lag = meter.createObservableGauge("wayfare.background.lag", { unit: "s" });
  const age = meter.createObservableGauge("wayfare.background.since_success", { unit: "s" });
  async function observe(tell: Observe): Promise<void> {
    const now = new Date();
    const since = (at: Date) => Math.max(0, now.getTime() - at.getTime()) / 1000;
    for (const { name, waiting, lastSuccessAt } of await readWorkStatus(freshDatabase(), now)) {
      const attributes = { "wayfare.job": name };
      if (waiting) tell(backlog, waiting.count, attributes);
      if (waiting) tell(lag, waiting.since ? since(waiting.since) : 0, attributes);
      if (lastSuccessAt) tell(age, since(lastSuccessAt), attributes);
    }
  }
  meter.addBatchObservableCallback(
    // If the database is down, the values of background work are left out, and all other values are reported.
    (result) => observe((...told) => result.observe(...told)).catch(() => undefined),
    [backlog, lag, age],
  );
}
