// `npm run dev:street-view`: the whole service with street photos of a made-up town, for whoever has no provider's token.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startStreetImagery } from "./street-imagery.ts";

const START = join(import.meta.dirname, "../../lib/local/start.ts");

async function main(): Promise<void> {
  const imagery = await startStreetImagery({ token: "made-up-town" });
  console.log(
    [
      `Street photos come from ${imagery.url}: a made-up town that covers the world, so that every place has some.`,
      "Open a trip, choose a stop that has a place, and look at its street view.",
      "",
    ].join("\n"),
  );
  const service = spawn(process.execPath, [START, "--dev"], {
    stdio: "inherit",
    env: {
      ...process.env,
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
  await imagery.stop();
  process.exitCode = typeof code === "number" ? code : 1;
}

await main();
