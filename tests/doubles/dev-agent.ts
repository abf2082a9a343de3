// `npm run dev:agent`: the whole service with a trip agent that goes by rules, for whoever has no model's key.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startDemoModel } from "./demo-model.ts";
import { startStreetImagery } from "./street-imagery.ts";

const START = join(import.meta.dirname, "../../lib/local/start.ts");

async function main(): Promise<void> {
  const [model, imagery] = await Promise.all([
    startDemoModel(),
    startStreetImagery({ token: "made-up-town" }),
  ]);
  console.log(
    [
      `The agent's model is ${model.baseUrl}: a few dozen rules in English and Chinese. Street photos are made up too.`,
      "Open a trip and ask its agent: “What can you do?”, “What's the plan for day 2?”, “第二天19点加一个拉面”.",
      "",
    ].join("\n"),
  );
  const service = spawn(process.execPath, [START, "--dev"], {
    stdio: "inherit",
    env: {
      ...process.env,
      AGENT_MODEL: model.model,
      AGENT_API_KEY: model.key,
      AGENT_BASE_URL: model.baseUrl,
      STREET_VIEW_PROVIDER: "primary",
      STREET_IMAGERY_ACCESS_TOKEN: imagery.token,
      STREET_IMAGERY_API_URL: imagery.url,
      STREET_IMAGERY_MEDIA_HOSTS: imagery.host,
    },
  });
  // A terminal tells both of Ctrl-C, anything else this process alone; being told twice does no harm.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => service.kill(signal));
  const [code] = await once(service, "close");
  await Promise.all([model.stop(), imagery.stop()]);
  process.exitCode = typeof code === "number" ? code : 1;
}

await main();
