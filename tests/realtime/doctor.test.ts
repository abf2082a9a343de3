// @long: starts a command per case, which tests/integration/doctor.test.ts tries in part
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type AgentModel, startAgentModel } from "#tests/doubles/agent-model.ts";
import { type RatesServer, startRatesServer } from "#tests/doubles/exchange-rates.ts";
import { type LoopbackServer, startLoopback } from "#tests/doubles/loopback-server.ts";
import { type MailApi, startMailApi } from "#tests/doubles/mail-api.ts";
import { type MapStyleHost, startMapStyle } from "#tests/doubles/map-style.ts";
import { startOpenServices } from "#tests/doubles/open-services.ts";
import { startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import { type PlacesServer, startPlacesServer } from "#tests/doubles/place-servers.ts";
import { type RoutingServer, startRoutingServer } from "#tests/doubles/routing.ts";
import { type S3Double, startS3 } from "#tests/doubles/s3.ts";
import { type StreetImagery, startStreetImagery } from "#tests/doubles/street-imagery.ts";
import { doctorLines, runOperation, type CommandResult } from "#tests/helpers/operations.ts";
import { startRedis, type TestRedis } from "#tests/helpers/redis.ts";
import { liveService } from "./live-service.ts";

const service = liveService();
const CLOSED = "127.0.0.1:9999";

interface Parties {
  mail: MailApi;
  model: AgentModel;
  street: StreetImagery;
  places: PlacesServer;
  map: MapStyleHost;
  routing: RoutingServer;
  rates: RatesServer;
  open: LoopbackServer;
  s3: S3Double;
  redis: TestRedis;
  /** A server that accepts connections and never answers. */
  silent: LoopbackServer;
  identity: { issuer: string; stop(): Promise<void> };
}
const parties = {} as Parties;

beforeAll(async () => {
  const client = { clientId: "a", clientSecret: "b", redirectUri: "http://localhost:3000/c" };
  const identity = await startOpenIdProvider(client);
  Object.assign(parties, {
    mail: await startMailApi(),
    model: await startAgentModel(),
    street: await startStreetImagery(),
    places: await startPlacesServer(),
    map: await startMapStyle(),
    routing: await startRoutingServer(),
    rates: await startRatesServer(),
    open: await startOpenServices(),
    s3: await startS3(),
    redis: await startRedis(),
    silent: await startLoopback(() => undefined),
    identity,
  });
});

afterAll(async () => {
  await Promise.all(Object.values(parties).map((party: { stop(): Promise<void> }) => party.stop()));
});

/** Returns settings in which everything is configured correctly. */
function everything(): Record<string, string> {
  const { mail, model, street, places, map, routing, rates, open, s3, redis, identity } = parties;
  return {
    ...s3.env,
    BASE_URL: `http://127.0.0.1:${service.api.port}`,
    PARTYKIT_URL: service.rooms.url,
    RATE_LIMIT_REDIS_URL: redis.url,
    EMAIL_PROVIDER: "http-api",
    EMAIL_FROM: "Wayfare <trips@example.test>",
    EMAIL_API_URL: mail.url,
    EMAIL_API_KEY: mail.key,
    AGENT_MODEL: model.model,
    AGENT_API_KEY: model.key,
    AGENT_BASE_URL: model.baseUrl,
    STREET_VIEW_PROVIDER: "primary",
    STREET_IMAGERY_API_URL: street.url,
    STREET_IMAGERY_ACCESS_TOKEN: street.token,
    PLACE_SEARCH_PROVIDER: "photon",
    PLACE_SEARCH_URL: places.url,
    MAP_STYLE_URL: map.styleUrl,
    MAP_STYLE_HOSTS: new URL(map.tilesOrigin).host,
    ROUTING_URL: routing.url,
    EXCHANGE_RATES_URL: rates.url,
    MAP_TILES_URL: `${open.url}/planet`,
    WEATHER_URL: open.url,
    WEATHER_ARCHIVE_URL: open.url,
    WIKIPEDIA_URL: open.url,
    WIKIDATA_URL: open.url,
    WIKIMEDIA_COMMONS_URL: open.url,
    PLACE_FACTS_URL: open.url,
    TRANSIT_URL: open.url,
    PRIMARY_OAUTH_CLIENT_ID: "a",
    PRIMARY_OAUTH_CLIENT_SECRET: "secret-of-the-client-in-tests",
    PRIMARY_OAUTH_ISSUER: identity.issuer,
  };
}

const SECRETS = /SECRET|_KEY$|TOKEN/;

function expectNoSecret({ out, err }: CommandResult, env: Record<string, string>): void {
  for (const [name, value] of Object.entries({ ...process.env, ...env })) {
    if (!SECRETS.test(name) || name.startsWith("npm_") || !value || value.length < 8) continue;
    expect(`${out}${err}`.includes(value), name).toBe(false);
  }
}

test("a machine on which all is well is told so, part by part", async () => {
  const env = everything();
  const told = await runOperation("doctor", [], env);
  expect(told.out).not.toMatch(/PROBLEM|WARNING/);
  expect(told).toMatchObject({ code: 0, err: "" });
  expect(told.out).toContain("All is well.");
  expect(doctorLines(told, "database")).toEqual([
    expect.stringMatching(/^ok {6} .*PostgreSQL 18\.\d+, driver pg, timezone UTC, \d+ connections$/),
  ]);
  expect(doctorLines(told, "rooms")[0]).toContain("and know the secret");
  expect(doctorLines(told, "agent")[0]).toContain(`has ${parties.model.model}`);
  expect(await parties.s3.keys()).toEqual([]);
  expectNoSecret(told, env);
});

test("a machine that takes long to load its own code does not say so of others", async () => {
  const hooks = `import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) {
      const until = Date.now() + (url.includes("/s3-driver.ts") ? 5000 : 0);
      while (Date.now() < until);
      return next(url, context);
    } });`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(hooks)}`;
  const told = await runOperation("doctor", [], { ...everything(), NODE_OPTIONS: preload });
  expect(told.out).not.toMatch(/PROBLEM|WARNING/);
  expect(told).toMatchObject({ code: 0 });
});

test("what only one server can do without is named where the rooms are elsewhere", async () => {
  const told = await runOperation("doctor", [], {
    ...everything(),
    RATE_LIMIT_REDIS_URL: "",
    STORAGE_DRIVER: "disk",
  });
  expect(told).toMatchObject({ code: 0, err: "" });
  expect(doctorLines(told, "rate limits")).toEqual([expect.stringMatching(/^WARNING.*RATE_LIMIT_REDIS_URL/)]);
  expect(doctorLines(told, "uploads")).toEqual([expect.stringMatching(/^WARNING.*STORAGE_DRIVER=s3/)]);
  expect(told.out).toContain("0 to mend, 2 to look at.");
});

/** What is broken, the settings that break it, and what the doctor then reports. */
type Break = readonly [what: string, changes: () => Record<string, string>, says: RegExp];

const closed = (path: string) => `http://${CLOSED}${path}`;
const asked = (name: keyof Parties) => (parties[name] as LoopbackServer).url;

/** Parties that cannot be reached. The parts are independent, so each run of the doctor breaks all of them at once. */
const AWAY: readonly Break[] = [
  [
    "database",
    () => ({ DATABASE_URL: `postgresql://a:hidden-word@${CLOSED}/b` }),
    /ECONNREFUSED.* Is 127\.0\.0\.1:9999 up/,
  ],
  [
    "cached database",
    () => ({ DATABASE_CACHED_URL: `postgresql://a:hidden-word@${CLOSED}/b` }),
    /ECONNREFUSED/,
  ],
  ["rooms", () => ({ PARTYKIT_URL: closed("") }), /ECONNREFUSED.*PARTYKIT_URL/],
  [
    "rate limits",
    () => ({ RATE_LIMIT_REDIS_URL: `redis://:hidden-word@${CLOSED}` }),
    /ECONNREFUSED.*answer 503/,
  ],
  ["uploads", () => ({ S3_ENDPOINT: closed("") }), /ECONNREFUSED/],
  ["mail", () => ({ EMAIL_API_URL: closed("") }), /ECONNREFUSED.*EMAIL_API_URL/],
  ["agent", () => ({ AGENT_BASE_URL: closed("/v1") }), /ECONNREFUSED.*AGENT_BASE_URL/],
  ["street view", () => ({ STREET_IMAGERY_API_URL: closed("") }), /ECONNREFUSED.*STREET_IMAGERY_API_URL/],
  ["place search", () => ({ PLACE_SEARCH_URL: closed("") }), /ECONNREFUSED.*PLACE_SEARCH_URL/],
  ["map", () => ({ MAP_STYLE_URL: closed("/style.json?key=hidden-word") }), /ECONNREFUSED.*MAP_STYLE_URL/],
  ["routes", () => ({ ROUTING_URL: closed("/{profile}") }), /ECONNREFUSED.*ROUTING_URL/],
  ["exchange rates", () => ({ EXCHANGE_RATES_URL: closed("") }), /ECONNREFUSED.*EXCHANGE_RATES_URL/],
  ["streets", () => ({ MAP_TILES_URL: closed("/planet") }), /ECONNREFUSED.*MAP_TILES_URL.*built-in map/],
  ["weather", () => ({ WEATHER_URL: closed("") }), /ECONNREFUSED.*WEATHER_URL.*no weather/],
  [
    "encyclopaedia",
    () => ({ WIKIPEDIA_URL: closed("/{lang}") }),
    /ECONNREFUSED.*WIKIPEDIA_URL.*no paragraph/,
  ],
  ["timetables", () => ({ TRANSIT_URL: closed("") }), /ECONNREFUSED.*TRANSIT_URL.*estimates/],
  ["sign-in", () => ({ PRIMARY_OAUTH_ISSUER: closed("") }), /ECONNREFUSED.*PRIMARY_OAUTH_ISSUER/],
];
const REFUSING: readonly Break[] = [
  [
    "database",
    () => ({ DATABASE_URL: withPassword("hidden-word") }),
    /password authentication failed.*The password is wrong: mend DATABASE_URL/,
  ],
  [
    "rooms",
    () => ({ REALTIME_SECRET: "hidden-word-that-the-rooms-don't-know" }),
    /does not know this REALTIME_SECRET/,
  ],
  ["rate limits", () => ({ RATE_LIMIT_REDIS_URL: "", EDGE_RUNTIME: "true" }), /needs RATE_LIMIT_REDIS_URL/],
  ["uploads", () => ({ S3_SECRET_ACCESS_KEY: "hidden-word" }), /S3_ENDPOINT.*the keys right/],
  ["mail", () => ({ EMAIL_API_KEY: "hidden-word" }), /refuses the key \(403\): mend EMAIL_API_KEY/],
  ["agent", () => ({ AGENT_API_KEY: "hidden-word" }), /refuses the key \(401\): mend AGENT_API_KEY/],
  ["street view", () => ({ STREET_IMAGERY_ACCESS_TOKEN: "hidden-word" }), /refuses the token/],
];
const ELSEWHERE: readonly Break[] = [
  [
    "database",
    () => ({ DATABASE_URL: inject("postgresUrl").replace(/[^/]+$/, "nowhere") }),
    /There is no such database/,
  ],
  [
    "agent",
    () => ({ AGENT_MODEL: "no-such-model" }),
    /has no no-such-model: set AGENT_MODEL to one of scripted-1/,
  ],
  [
    "place search",
    () => ({ PLACE_SEARCH_PROVIDER: "nominatim", PLACE_SEARCH_URL: asked("rates") }),
    /PLACE_SEARCH/,
  ],
  ["map", () => ({ MAP_STYLE_URL: `${asked("places")}/api` }), /does not answer with a MapLibre style/],
  ["routes", () => ({ ROUTING_URL: asked("places") }), /does not answer like OSRM/],
  ["exchange rates", () => ({ EXCHANGE_RATES_URL: asked("routing") }), /without rates/],
  ["streets", () => ({ MAP_TILES_URL: `${asked("open")}/v1/forecast` }), /does not answer as it should/],
  ["usual weather", () => ({ WEATHER_ARCHIVE_URL: asked("routing") }), /answers 400/],
  ["place facts", () => ({ PLACE_FACTS_URL: asked("rates") }), /answers 404.*PLACE_FACTS_URL/],
  ["sign-in", () => ({ PRIMARY_OAUTH_ISSUER: asked("places") }), /without its configuration/],
];
const UNFIT: readonly Break[] = [
  ["database", () => ({ DATABASE_POOL_MAX: "900" }), /DATABASE_POOL_MAX is 900, but the server has \d+/],
  ["map", () => ({ MAP_STYLE_HOSTS: "" }), /the style needs 127\.0\.0\.1:\d+, where browsers are not let/],
];

describe("what is broken is named, with what to do, and nothing else is", () => {
  test.each([
    ["is away", AWAY],
    ["refuses us", REFUSING],
    ["is something else", ELSEWHERE],
    ["does not fit", UNFIT],
  ])("where it %s", async (_, breaks) => {
    const env = Object.assign(everything(), ...breaks.map(([, changes]) => changes())) as Record<
      string,
      string
    >;
    const told = await runOperation("doctor", [], env);
    expect(told).toMatchObject({ code: 1, err: "" });
    for (const [what, , says] of breaks) {
      const said = doctorLines(told, what).filter((line) => line.startsWith("PROBLEM"));
      expect(said, what).toEqual([expect.stringMatching(says)]);
    }
    expect(told.out.match(/^PROBLEM/gm)).toHaveLength(breaks.length);
    expect(told.out).toContain(`${breaks.length} to mend`);
    expect(told.out).not.toContain("hidden-word");
    expectNoSecret(told, env);
  });

  test("all bad settings at once, before anything is asked", async () => {
    const told = await runOperation("doctor", [], {
      PORT: "no",
      BASE_URL: "ftp://x",
      EMAIL_PROVIDER: "http-api",
    });
    expect(told).toMatchObject({ code: 1, err: "" });
    const lines = doctorLines(told, "settings").map((line) => line.split(/\s+/)[2]);
    expect(lines).toEqual(
      ["BASE_URL", "PORT", "EMAIL_FROM", "EMAIL_API_KEY"].filter((name) => lines.includes(name)),
    );
    expect(lines).toEqual(expect.arrayContaining(["PORT", "BASE_URL", "EMAIL_FROM", "EMAIL_API_KEY"]));
    expect(doctorLines(told, "database")).toEqual([]);
    expect(told.out).toContain("Mend the settings first");
  });

  test("whatever hangs is waited for a few seconds only", async () => {
    const hanging = parties.silent.url;
    const began = performance.now();
    const told = await runOperation("doctor", [], {
      ...everything(),
      EMAIL_API_URL: hanging,
      AGENT_BASE_URL: hanging,
      STREET_IMAGERY_API_URL: hanging,
      PARTYKIT_URL: hanging,
      S3_ENDPOINT: hanging,
      DATABASE_URL: `postgresql://a:b@${new URL(hanging).host}/c`,
    });
    expect(told).toMatchObject({ code: 1, err: "" });
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(told.out).toMatch(/6 to mend/);
  });
});

function withPassword(password: string): string {
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.password = password;
  return url.href;
}
