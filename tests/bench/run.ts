// `npm run bench` measures what the service can do on this machine, with a production build and a real PostgreSQL.
// Names select scenarios (`npm run bench -- crowd`), `--long` runs them in full, and `--results` runs nothing but
// writes the results of the last runs into RESULTS.md. A missed floor makes it fail.
import { parseArgs } from "node:util";
import { closeDatabases } from "#lib/server/process/database.ts";
import { startAgentModel } from "#tests/doubles/agent-model.ts";
import { measureBaseline } from "./core.ts";
import { measureCrowds } from "./crowd.ts";
import { measureCurves } from "./curves.ts";
import { measureEditors } from "./editors.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { measureLargeDatabase } from "./large.ts";
import { measureLimits } from "./limits.ts";
import { startDriver } from "./measuring.ts";
import { writeResultsPage } from "./results-page.ts";
import { isMissed, printCurves, printTable } from "./report.ts";
import { keepResults, machineText, type Result, thisMachine } from "./results.ts";
import type { Bench, Scenario } from "./scenario.ts";
import { startService } from "./service.ts";
import { measureServices } from "./services.ts";
import { measureSoak } from "./soak.ts";

/** The scenarios in the order in which they run. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  core: measureBaseline,
  services: measureServices,
  crowd: measureCrowds,
  large: measureLargeDatabase,
  // The scenario of the editors runs with the trips that the scenario `large` has added.
  editors: measureEditors,
  curves: measureCurves,
  limits: measureLimits,
  // The soak is last, because it restarts the service.
  soak: measureSoak,
};

async function run(names: readonly string[], isLong: boolean): Promise<readonly Result[]> {
  const model = await startAgentModel();
  const service = await startService({
    AGENT_MODEL: model.model,
    AGENT_API_KEY: model.key,
    AGENT_BASE_URL: model.baseUrl,
    AGENT_ASKS_PER_PERSON: "1000",
    AGENT_ASKS_PER_TRIP: "1000",
    // One person sends as many requests as hundreds do, so the rate limit is raised.
    PERSON_REQUEST_FACTOR: "1000",
  });
  const driver = startDriver();
  let made: Promise<Fixture> | undefined;
  const fixture = () => (made ??= makeFixture(service.app.url));
  const bench: Bench = { service, model, driver, isLong, fixture };
  const results: Result[] = [];
  try {
    const machine = await thisMachine();
    console.log(machineText(machine));
    for (const name of names) {
      const started = performance.now();
      console.log(`\n── ${name}`);
      const { rows, curves = [] } = (await SCENARIOS[name]?.(bench)) ?? { rows: [] };
      if (rows.length > 0) printTable(rows);
      printCurves(curves);
      console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
      results.push({ scenario: name, at: new Date().toISOString(), isLong, rows, curves });
      keepResults(machine, results);
    }
    return results;
  } finally {
    await driver.stop();
    await closeDatabases();
    await service.stop();
    await model.stop();
  }
}

function chosen(names: readonly string[]): string[] {
  const all = Object.keys(SCENARIOS);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}. There are ${all.join(", ")}.`);
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { long: { type: "boolean", default: false }, results: { type: "boolean", default: false } },
  });
  if (values.results) return writeResultsPage();
  const results = await run(chosen(positionals), values.long);
  const missed = results.flatMap(({ rows }) => rows.filter(isMissed));
  const names = missed.map(({ measure: name }) => `  ${name}`).join("\n");
  console.log(missed.length === 0 ? "\nEvery floor is held." : `\n${missed.length} missed:\n${names}`);
  if (missed.length > 0) process.exitCode = 1;
}

await main();
