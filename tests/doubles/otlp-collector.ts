import * as z from "zod";
import { answerJson, type LoopbackServer, readText, startLoopback } from "./loopback-server.ts";

const Value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  doubleValue: z.number().optional(),
});
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform((pairs) =>
    Object.fromEntries(
      pairs.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
    ),
  );
const Resource = z.object({ attributes: Attributes });

const CollectedSpan = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.looseObject({ code: z.number().default(0) }).default({ code: 0 }),
});
export type CollectedSpan = z.infer<typeof CollectedSpan>;

const Point = z.looseObject({ attributes: Attributes });
const Points = z.looseObject({ dataPoints: z.array(Point) });
const CollectedMetric = z.looseObject({
  name: z.string(),
  sum: Points.optional(),
  gauge: Points.optional(),
  histogram: Points.optional(),
});
type CollectedMetric = z.infer<typeof CollectedMetric>;

const Traces = z.object({
  resourceSpans: z.array(
    z.object({ resource: Resource, scopeSpans: z.array(z.object({ spans: z.array(CollectedSpan) })) }),
  ),
});
const Metrics = z.object({
  resourceMetrics: z.array(
    z.object({ resource: Resource, scopeMetrics: z.array(z.object({ metrics: z.array(CollectedMetric) })) }),
  ),
});

export interface Collector extends LoopbackServer {
  spans(): readonly CollectedSpan[];
  metric(name: string): CollectedMetric | undefined;
  /** Returns everything that the collector has received, unparsed. */
  text(): string;
  services(): ReadonlySet<unknown>;
  authorizations(): ReadonlySet<string | undefined>;
}

/**
 * Starts a collector that accepts traces and metrics by OTLP over HTTP and refuses everything that has another form.
 */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const metrics = new Map<string, CollectedMetric>();
  const services = new Set<unknown>();
  const authorizations = new Set<string | undefined>();
  let text = "";
  async function take(path: string | undefined, body: string): Promise<void> {
    text += body;
    if (path === "/v1/traces") {
      for (const { resource, scopeSpans } of Traces.parse(JSON.parse(body)).resourceSpans) {
        services.add(resource.attributes["service.name"]);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
    } else if (path === "/v1/metrics") {
      const all = Metrics.parse(JSON.parse(body)).resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics);
      for (const metric of all.flatMap((scope) => scope.metrics)) metrics.set(metric.name, metric);
    } else throw new Error(`There is no ${path}.`);
  }
  const server = await startLoopback((request, response) => {
    authorizations.add(request.headers.authorization);
    readText(request)
      .then((body) => take(request.url, body))
      .then(
        () => answerJson(response, 200, {}),
        (error: unknown) => answerJson(response, 400, { message: String(error) }),
      );
  });
  return {
    ...server,
    spans: () => spans,
    metric: (name) => metrics.get(name),
    text: () => text,
    services: () => services,
    authorizations: () => authorizations,
  };
}
