import { measureAgent } from "./agent.ts";
import { stableWebMiB } from "./memory.ts";
import { measureMoney } from "./money.ts";
import { measurePageWeight } from "./page-weight.ts";
import { measurePlaces } from "./places.ts";
import { measurePropagation } from "./propagation.ts";
import type { Row } from "./report.ts";
import type { Bench, Findings } from "./scenario.ts";
import { measureThroughput } from "./throughput.ts";

/**
 * Measures requests on one connection and on sixteen, the delivery of events, balances, the agent, the place search,
 * the start, the memory and the weight of a page.
 */
export async function measureBaseline(bench: Bench): Promise<Findings> {
  const { driver, service, model } = bench;
  const fixture = await bench.fixture();
  const pageWeight = await measurePageWeight(service.app.url, fixture);
  const idle = await stableWebMiB(service);
  const throughput = await measureThroughput(bench, fixture);
  const propagation = await measurePropagation(driver, service, fixture);
  const loaded = await stableWebMiB(service);
  const money = await measureMoney(driver, service, fixture);
  const agent = await measureAgent(model, service, fixture);
  const places = await measurePlaces();
  const rows: Row[] = [
    ...throughput,
    ...propagation,
    ...money,
    ...agent,
    ...places,
    { measure: "start with an empty data folder", value: service.firstStartMs, unit: "ms" },
    { measure: "start with data", value: service.startMs, unit: "ms" },
    {
      measure: "memory of the web part, idle",
      value: idle,
      unit: "MiB",
      floor: { at: "most", value: 350, of: "value" },
    },
    { measure: "memory of the web part, after the load", value: loaded, unit: "MiB" },
    ...pageWeight,
  ];
  return { rows };
}
