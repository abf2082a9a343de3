import { type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { OpenServiceName } from "#lib/server/open-services/services.ts";
import { startRatesServer } from "./exchange-rates.ts";
import { answerTrouble, type LoopbackServer, startLoopback, type Trouble } from "./loopback-server.ts";
import { startPlaceFactsServer } from "./place-facts.ts";
import { startPlacesServer } from "./place-servers.ts";
import { startRoutingServer } from "./routing.ts";
import { startStreetTiles } from "./street-tiles.ts";
import { startWeatherServer } from "./weather.ts";

export interface AllOpenServices extends LoopbackServer {
  /** The services that fail, and how they fail. */
  troubles: Map<OpenServiceName, Trouble>;
  /** The services that received a request, in order. */
  asked: OpenServiceName[];
  /** The delay before each answer begins, in milliseconds. */
  delayMs: number;
}

/** The path by which each service is recognized; the first match counts. */
const ASKED_BY: ReadonlyArray<readonly [OpenServiceName, RegExp]> = [
  ["streets", /^\/planet/],
  ["placeSearch", /^\/(?:api\?|reverse)/],
  ["routes", /^\/routed-/],
  ["weather", /^\/v1\/forecast/],
  ["pastWeather", /^\/v1\/archive/],
  ["rates", /^\/v1\//],
  ["encyclopaedia", /^\/api\/rest_v1\/|action=query.*prop=(?:coordinates|pageprops)/],
  ["placeLinks", /action=wbgetentities/],
  ["pictures", /action=query|^\/bytes\//],
  ["placeFacts", /^\/api\/interpreter/],
];

/**
 * Starts doubles of all open services at one address, as `OPEN_SERVICES_URL` takes it. Each can be made to fail
 * separately.
 */
export async function startAllOpenServices(): Promise<AllOpenServices> {
  const [streets, placeSearch, routes, weather, rates, lore] = await Promise.all([
    startStreetTiles(),
    startPlacesServer(),
    startRoutingServer(),
    startWeatherServer(),
    startRatesServer(),
    startPlaceFactsServer(),
  ]);
  const servers = { streets, placeSearch, routes, weather, pastWeather: weather, rates };
  const others: Partial<Record<OpenServiceName, { url: string }>> = servers;
  const world: Omit<AllOpenServices, keyof LoopbackServer> = { troubles: new Map(), asked: [], delayMs: 0 };
  const gate = await startLoopback(async (request, response) => {
    const name = serviceOf(request.url ?? "");
    world.asked.push(name);
    if (world.delayMs > 0) await pause(world.delayMs);
    if (answerTrouble(response, world.troubles.get(name) ?? null)) return;
    passOn(request, response, new URL((others[name] ?? lore).url).origin);
  });
  return Object.assign(world, {
    url: gate.url,
    async stop() {
      await gate.stop();
      await Promise.all([...new Set([...Object.values(servers), lore])].map((server) => server.stop()));
    },
  });
}

function serviceOf(path: string): OpenServiceName {
  const name = ASKED_BY.find(([, pattern]) => pattern.test(path))?.[0];
  if (!name) throw new Error(`No open service is asked for ${path}.`);
  return name;
}

/** Passes a request on with this host's name, so that addresses within the answer lead back to this host. */
function passOn(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { url, method, headers } = request;
  const onward = ask(`${origin}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}
