import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { env } from "../env/env.ts";
import { errorKind } from "../http/log.ts";
import { currentRequest, type RequestRecord } from "../http/request-record.ts";
import { exporterOptions, logCollectorLoss } from "./exporting.ts";
import { openMeters } from "./meters.ts";
import type { SpanDescription, Telemetry } from "./telemetry.ts";

/*
 * Nothing is registered globally, because spans that Next or a library would add themselves may contain URLs and
 * values.
 */

const contexts = new AsyncLocalStorage<Context>();

/** Returns the telemetry that sends traces and metrics by OTLP over HTTP, in JSON. */
export function openTelemetry(): Telemetry {
  const resource = resourceFromAttributes({ "service.name": env().OTEL_SERVICE_NAME });
  const provider = tracerProvider(resource);
  const tracer = provider.getTracer("wayfare");
  const meters = openMeters(resource);
  return {
    inRequest: (record, work) => inRequest(tracer, record, work),
    finished: ({ method, route, startedAt }, status) => {
      const span = spanNow();
      span?.setAttribute("http.response.status_code", status);
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      meters.request((performance.now() - startedAt) / 1000, { method, route, status });
    },
    inPart: (part, work) => inPart(tracer, part, work),
    watch: (name) => {
      const parent = contexts.getStore();
      if (parent === undefined) return NOTHING;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: SQL }, parent);
      return (error) => end(span, error);
    },
    count: meters.count,
    traceparent,
    flush: async () => {
      await Promise.allSettled([provider.forceFlush(), meters.flush()]);
    },
  };
}

const NOTHING = (): void => {};
const SQL = { "db.system.name": "postgresql" };

function tracerProvider(resource: Resource): TracerProvider {
  const root = new TraceIdRatioBasedSampler(env().OTEL_TRACES_SAMPLER_ARG);
  // A caller's trace continues here, but the caller does not decide whether it is sampled.
  const sampler = new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
  const exporter = logCollectorLoss("traces", new OTLPTraceExporter(exporterOptions("traces")));
  const scheduledDelayMillis = env().OTEL_BSP_SCHEDULE_DELAY;
  return new TracerProvider({
    resource,
    sampler,
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis, exportTimeoutMillis: 10_000 })],
  });
}

async function inRequest<T>(tracer: Tracer, record: RequestRecord, work: () => Promise<T>): Promise<T> {
  const { id, method, route, headers } = record;
  const caller = parseTraceParent(headers.get("traceparent") ?? "");
  const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
  const attributes = { "http.request.method": method, "http.route": route, "wayfare.request_id": id };
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
  try {
    return await contexts.run(trace.setSpan(parent, span), work);
  } finally {
    span.end();
  }
}

async function inPart<T>(tracer: Tracer, part: SpanDescription, work: () => Promise<T>): Promise<T> {
  const parent = contexts.getStore();
  // Work without a request, such as a job, is counted and not traced.
  if (parent === undefined) return work();
  const kind = part.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const span = tracer.startSpan(part.name, { kind, attributes: part.attributes }, parent);
  try {
    const result = await contexts.run(trace.setSpan(parent, span), work);
    end(span);
    return result;
  } catch (error) {
    end(span, error);
    throw error;
  }
}

/** Ends a span. Errors are recorded by their kind, because their messages may contain values. */
function end(span: Span, error?: unknown): void {
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute("error.type", errorKind(error));
  }
  span.end();
}

function spanNow(): Span | undefined {
  const context = contexts.getStore();
  return context && trace.getSpan(context);
}

function traceparent(): string | undefined {
  const context = currentRequest() && spanNow()?.spanContext();
  if (!context) return undefined;
  return `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`;
}
