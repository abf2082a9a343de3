import * as z from "zod";
import { httpUrl, integer, oneOf, text } from "./env-kinds.ts";

export const logVariables = {
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "silent").default("info").meta({
    description: "Least severe line that is logged.",
  }),
  LOG_REQUESTS: oneOf("all", "failed", "none").optional().meta({
    description: "Which requests to the API get a line of their own.",
    fallback: "all; failed under `npm run dev`",
  }),
};

const SHARE = "is not a number from 0 to 1";

/** Settings of traces and metrics, most with the names that OpenTelemetry defines. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl("http://127.0.0.1:4318").optional().meta({
    description: "A collector that takes traces and metrics by OTLP over HTTP (JSON).",
    fallback: "none, and nothing is measured",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: text().optional().meta({
    description: "What the collector wants to be sent along: `name=value`, comma-separated.",
  }),
  OTEL_SERVICE_NAME: text().default("wayfare").meta({ description: "What the service is called there." }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: SHARE })
    .min(0, SHARE)
    .max(1, SHARE)
    .default(1)
    .meta({ description: "Share of requests that are traced." }),
  OTEL_BSP_SCHEDULE_DELAY: integer(10, 3_600_000).default(5000).meta({
    description: "Milliseconds between two batches of traces.",
  }),
  OTEL_METRIC_EXPORT_INTERVAL: integer(10, 3_600_000).default(60_000).meta({
    description: "Milliseconds between two reports of metrics.",
  }),
  SERVER_TIMING: oneOf("on", "off").optional().meta({
    description:
      "Whether answers say in `Server-Timing` how long session, database and other parts took. It tells strangers, too.",
    fallback: "off; on under `npm run dev`",
  }),
};
