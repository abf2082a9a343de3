// `npm run dev:street-view`: runs the whole service with street photos of a made-up town, for developers without a
// provider's token.
import { runDevService } from "./dev-service.ts";
import { startStreetImagery } from "./street-imagery.ts";

async function main(): Promise<void> {
  const imagery = await startStreetImagery({ token: "made-up-town" });
  console.log(
    [
      `Street photos come from ${imagery.url}: a made-up town that covers the world, so that every place has some.`,
      "Open a trip, choose a stop that has a place, and look at its street view.",
      "",
    ].join("\n"),
  );
  const env = {
    STREET_VIEW_PROVIDER: "primary",
    STREET_IMAGERY_ACCESS_TOKEN: imagery.token,
    STREET_IMAGERY_API_URL: imagery.url,
    STREET_IMAGERY_MEDIA_HOSTS: imagery.host,
  };
  await runDevService(env, [imagery]);
}

await main();
