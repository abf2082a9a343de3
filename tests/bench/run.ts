// `npm run bench`: what the service can do on this machine, against a production build and a real PostgreSQL.
// It says which floors are missed; with `--check` it fails then.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeDatabases } from "#lib/server/database.ts";
import { measureAgent } from "./agent.ts";
import { DAYS, makeFixture, OTHER_STOPS, STOPS_A_DAY } from "./fixture.ts";
import { type AgentModel, startAgentModel } from "#tests/doubles/agent-model.ts";
import { startDriver } from "./measuring.ts";
import { measureMoney } from "./money.ts";
import { measurePageWeight } from "./page-weight.ts";
import { measurePlaces } from "./places.ts";
import { measurePropagation } from "./propagation.ts";
import { isMissed, printTable, type Row, writeResults } from "./report.ts";
import { type Service, settledMemory, startService } from "./service.ts";
import { measureThroughput } from "./throughput.ts";

const RESULTS = join(import.meta.dirname, "results.json");
const FIXTURE =
  `The measured trip holds ${DAYS} days of ${STOPS_A_DAY} stops; the list holds it and 19 trips of ` +
  `${OTHER_STOPS.join(", ")} stops. Requests carry a bearer; writes an id and an Idempotency-Key, as the web's do.`;

async function measure(service: Service, model: AgentModel): Promise<Row[]> {
  const driver = startDriver();
  try {
    console.log(FIXTURE);
    const fixture = await makeFixture(service.app.url);
    const pageWeight = await measurePageWeight(service.app.url, fixture);
    const idle = await settledMemory(service);
    const throughput = await measureThroughput(driver, service, fixture);
    const propagation = await measurePropagation(driver, service, fixture);
    const loaded = await settledMemory(service);
    const money = await measureMoney(driver, service, fixture);
    const agent = await measureAgent(model, service, fixture);
    const places = await measurePlaces();
    return [
      ...throughput,
      ...propagation,
      ...money,
      ...agent,
      ...places,
      { measure: "start with an empty data folder", value: service.firstStartMs, unit: "ms" },
      { measure: "start with data", value: service.startMs, unit: "ms" },
      { measure: "memory of the web part, idle", value: idle, unit: "MiB", floor: atMost(350) },
      { measure: "memory of the web part, after the load", value: loaded, unit: "MiB" },
      ...pageWeight,
    ];
  } finally {
    await driver.stop();
    await closeDatabases();
  }
}

function atMost(value: number): NonNullable<Row["floor"]> {
  return { at: "most", value, of: "value" };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  const model = await startAgentModel();
  const service = await startService({
    AGENT_MODEL: model.model,
    AGENT_API_KEY: model.key,
    AGENT_BASE_URL: model.baseUrl,
    AGENT_ASKS_PER_PERSON: "1000",
    AGENT_ASKS_PER_TRIP: "1000",
  });
  const rows = await measure(service, model).finally(() => Promise.all([service.stop(), model.stop()]));
  printTable(rows);
  writeResults(RESULTS, rows, { fixture: FIXTURE });
  const missed = rows.filter(isMissed);
  const names = missed.map(({ measure: name }) => `  ${name}`).join("\n");
  console.log(missed.length === 0 ? "\nEvery floor is held." : `\n${missed.length} missed:\n${names}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

await main();
