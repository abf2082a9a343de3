// `npm run dev:agent`: runs the whole service with a rule-based trip agent, for developers without a key for a model.
import { startDemoModel } from "./demo-model.ts";
import { runDevService } from "./dev-service.ts";
import { startStreetImagery } from "./street-imagery.ts";

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
  const env = {
    AGENT_MODEL: model.model,
    AGENT_API_KEY: model.key,
    AGENT_BASE_URL: model.baseUrl,
    STREET_VIEW_PROVIDER: "primary",
    STREET_IMAGERY_ACCESS_TOKEN: imagery.token,
    STREET_IMAGERY_API_URL: imagery.url,
    STREET_IMAGERY_MEDIA_HOSTS: imagery.host,
  };
  await runDevService(env, [model, imagery]);
}

await main();
