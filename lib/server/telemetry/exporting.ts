import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { env } from "../env/env.ts";
import { log } from "../http/log.ts";

/** After this time a batch for the collector is lost, and nothing waits for it. */
const TIMEOUT_MS = 5000;

export function exporterOptions(what: "traces" | "metrics") {
  const { OTEL_EXPORTER_OTLP_ENDPOINT = "", OTEL_EXPORTER_OTLP_HEADERS } = env();
  return {
    url: `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/${what}`,
    headers: headersOf(OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: TIMEOUT_MS,
  };
}

/** Parses `name=value,name=value` with percent-encoded values, the format of OpenTelemetry. */
function headersOf(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void;
}

/** Wraps an exporter so that it logs when the collector is lost, and when it is back. */
export function logCollectorLoss<Batch, E extends Exporter<Batch>>(what: string, exporter: E): E {
  let isLost = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (batch, done) => {
    send(batch, (result) => {
      const failed = result.code !== ExportResultCode.SUCCESS;
      if (failed !== isLost)
        log()[failed ? "warn" : "info"](`the collector ${failed ? "does not take" : "takes"} ${what}`);
      isLost = failed;
      done(result);
    });
  };
  return exporter;
}
