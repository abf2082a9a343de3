import { describe, expect, test } from "vitest";
import { type Env, parseEnv } from "#lib/server/env/env.ts";
import { problemsOf } from "#tests/helpers/env-problems.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const WORKING = { BETTER_AUTH_SECRET: SECRET, REALTIME_SECRET: SECRET, INTERNAL_SECRET: SECRET };

function parsed(source: Record<string, string>): Env {
  return parseEnv({ ...WORKING, ...source });
}

/** Returns the problems that the check reports, by variable name. */
function problems(source: Record<string, string | undefined>): Record<string, string> {
  return problemsOf({ ...WORKING, ...source });
}

describe("a value that is missing or malformed is refused", () => {
  test.each([
    ["BETTER_AUTH_SECRET", undefined, /not set: use at least 32/],
    ["BETTER_AUTH_SECRET", SECRET.slice(1), /too short: use at least 32/],
    ["REALTIME_SECRET", undefined, /not set/],
    ["REALTIME_SECRET", "short", /too short/],
    ["INTERNAL_SECRET", undefined, /not set/],
    ["INTERNAL_SECRET", "short", /too short/],
    ["BASE_URL", "trips.example.org", /not a URL of the form https:/],
    ["BASE_URL", "ftp://trips.example.org", /not a URL/],
    ["BASE_URL", "https://example.org/trips", /must not contain a path/],
    ["TRUSTED_ORIGINS", "https://example.org,example.com", /list of origins/],
    ["TRUSTED_ORIGINS", "https://example.org/path", /list of origins/],
    ["TRUSTED_ORIGINS", "app://,null", /list of origins/],
    ["TRUSTED_ORIGINS", "*", /without wildcards/],
    ["TRUSTED_ORIGINS", "https://*.example.org", /without wildcards/],
    ["TRUSTED_ORIGINS", "https://example.???", /without wildcards/],
    ["TRUSTED_ORIGINS", "app://*", /without wildcards/],
    ["TRUSTED_ORIGINS", "https://", /in full/],
    ["TRUSTED_ORIGINS", "http://:80", /in full/],
    ["TRUSTED_ORIGINS", "https://user@example.org", /list of origins/],
    ["DATABASE_URL", "mysql://localhost/trips", /postgresql:\/\/user/],
    ["DATABASE_CACHED_URL", "localhost:5432", /postgresql:\/\/user/],
    ["DATABASE_DRIVER", "mysql", /accepted values: pg, neon/],
    ["DATABASE_POOL_MAX", "0", /whole number from 1/],
    ["PORT", "http", /whole number from 1 to 65535/],
    ["PORT", "65536", /whole number from 1 to 65535/],
    ["PARTY_PORT", "1.5", /whole number/],
    ["PG_PORT", "-1", /whole number/],
    ["LOG_LEVEL", "loud", /accepted values/],
    ["PARTYKIT_URL", "rooms", /not a URL/],
    ["CLIENT_IP_HEADER", "x forwarded for", /name of a request header/],
    ["EDGE_RUNTIME", "yes", /accepted values: true, false/],
    ["RATE_LIMIT_REDIS_URL", "http://localhost:6379", /redis:/],
    ["CAPTCHA_PROVIDER", "turnstile", /accepted values: captcha-widget/],
    ["EMAIL_PROVIDER", "smtp", /accepted values: console, http-api/],
    ["STORAGE_DRIVER", "ftp", /accepted values: disk, s3/],
    ["STREET_VIEW_PROVIDER", "secondary", /accepted values: primary/],
    ["STREET_VIEW_TIMEOUT_MS", "soon", /whole number/],
    ["MAP_STYLE_HOSTS", "*", /hosts such as/],
    ["MAP_STYLE_HOSTS", "https:", /hosts such as/],
    ["MAP_STYLE_HOSTS", "*.org", /hosts such as/],
    ["MAP_STYLE_HOSTS", "a.example; script-src *", /hosts such as/],
    ["STREET_IMAGERY_MEDIA_HOSTS", "a.example.org,https://b", /host suffixes/],
    ["PLACE_SEARCH_PROVIDER", "google", /accepted values: embedded, photon, nominatim/],
    ["AGENT_MAX_STEPS", "0", /whole number/],
  ])("%s=%s", (name, value, message) => {
    expect(problems({ [name]: value })).toEqual({ [name]: expect.stringMatching(message) });
  });

  test.each([
    ["EMAIL_PROVIDER", "http-api", ["EMAIL_FROM", "EMAIL_API_KEY"]],
    ["CAPTCHA_PROVIDER", "captcha-widget", ["CAPTCHA_SECRET_KEY"]],
    ["STREET_VIEW_PROVIDER", "primary", ["STREET_IMAGERY_ACCESS_TOKEN"]],
    ["STORAGE_DRIVER", "s3", ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]],
    ["PLACE_SEARCH_PROVIDER", "nominatim", ["PLACE_SEARCH_URL"]],
    ["VERCEL", "1", ["BASE_URL"]],
    ["PRIMARY_OAUTH_CLIENT_ID", "id", ["PRIMARY_OAUTH_CLIENT_SECRET"]],
    ["PRIMARY_OAUTH_CLIENT_SECRET", "secret", ["PRIMARY_OAUTH_CLIENT_ID"]],
    ["WEB_QR_APP_ID", "id", ["WEB_QR_APP_SECRET"]],
    ["MINI_PROGRAM_APP_SECRET", "secret", ["MINI_PROGRAM_APP_ID"]],
    ["S3_ACCESS_KEY_ID", "id", ["S3_SECRET_ACCESS_KEY"]],
    [
      "PRIMARY_OAUTH_TOKEN_URL",
      "https://id.example.org/token",
      ["PRIMARY_OAUTH_AUTHORIZATION_URL", "PRIMARY_OAUTH_USERINFO_URL"],
    ],
  ])("%s=%s needs %s", (name, value, missing) => {
    const found = problems({ [name]: value });
    expect(Object.keys(found)).toEqual(missing);
    for (const problem of Object.values(found)) expect(problem).toMatch(/^is not set/);
  });

  test("all at once, by name and without the values", () => {
    const source = {
      PORT: "x-port",
      EMAIL_PROVIDER: "http-api",
      BETTER_AUTH_SECRET: "too-short",
      WEB_QR_APP_ID: "id",
    };
    expect(() => parseEnv(source)).toThrow(
      [
        "Wayfare cannot start: 7 settings need attention.",
        "  BETTER_AUTH_SECRET is too short: use at least 32 random characters, for example from `openssl rand -base64 32`",
        "  REALTIME_SECRET is not set: use at least 32 random characters, for example from `openssl rand -base64 32`",
        "  INTERNAL_SECRET is not set: use at least 32 random characters, for example from `openssl rand -base64 32`",
        "  PORT is not a whole number from 1 to 65535",
        "  WEB_QR_APP_SECRET is not set, but WEB_QR_APP_ID is: set both or neither",
        "  EMAIL_FROM is not set: EMAIL_PROVIDER=http-api needs it",
        "  EMAIL_API_KEY is not set: EMAIL_PROVIDER=http-api needs it",
      ].join("\n"),
    );
    expect(JSON.stringify(problems(source))).not.toMatch(/x-port|too-short/);
  });
});

describe("what is accepted", () => {
  test("nothing but the secrets, with the defaults of one machine", () => {
    expect(parsed({})).toMatchObject({
      BASE_URL: "http://localhost:3000",
      PARTYKIT_URL: "http://127.0.0.1:1999",
      TRUSTED_ORIGINS: ["http://localhost:3000", "http://127.0.0.1:3000", "app://"],
      EMAIL_PROVIDER: "console",
      DATABASE_DRIVER: "pg",
      databaseMode: "embedded",
      isEdge: false,
    });
  });

  test("an empty or blank value counts as not set, and spaces around a value do not count", () => {
    const { EMAIL_PROVIDER, CAPTCHA_PROVIDER, PORT } = parsed({
      EMAIL_PROVIDER: "",
      CAPTCHA_PROVIDER: "  ",
      PORT: " 80 ",
    });
    expect({ EMAIL_PROVIDER, CAPTCHA_PROVIDER, PORT }).toEqual({ EMAIL_PROVIDER: "console", PORT: 80 });
  });

  test("a list of trusted origins replaces the default, but never the service's own", () => {
    expect(
      parsed({ BASE_URL: "https://a.example/", TRUSTED_ORIGINS: "https://b.example, https://c.example" }),
    ).toMatchObject({
      BASE_URL: "https://a.example",
      TRUSTED_ORIGINS: ["https://a.example", "https://b.example", "https://c.example"],
    });
  });

  test("trusted origins are kept as browsers write them", () => {
    const given =
      "HTTPS://B.Example:443,http://c.example:80,http://d.example:8080,App://,https://bücher.example";
    expect(parsed({ BASE_URL: "https://A.example:443", TRUSTED_ORIGINS: given }).TRUSTED_ORIGINS).toEqual([
      "https://a.example",
      "https://b.example",
      "http://c.example",
      "http://d.example:8080",
      "app://",
      "https://xn--bcher-kva.example",
    ]);
  });

  test.each([
    [{}, "embedded"],
    [{ DATABASE_URL: "postgresql://u:p@db.example/w" }, "url"],
    [{ DATABASE_CACHED_URL: "postgresql://u:p@cache.example/w" }, "cached-only"],
    [
      { DATABASE_URL: "postgres://u@db.example/w", DATABASE_CACHED_URL: "postgresql://u:p@cache.example/w" },
      "url",
    ],
  ])("database of %o: %s", (source, mode) => {
    expect(parsed(source).databaseMode).toBe(mode);
  });

  test.each([
    ["postgresql://u:p@ep-x.eu-central-1.aws.neon.tech/w", {}, "neon"],
    ["postgresql://u:p@neon.tech.example.org/w", {}, "pg"],
    ["postgresql://u:p@ep-x.eu-central-1.aws.neon.tech/w", { DATABASE_DRIVER: "pg" }, "pg"],
    ["postgresql://u:p@localhost/w", { DATABASE_DRIVER: "neon" }, "neon"],
  ])("driver for %s with %o: %s", (url, source, driver) => {
    expect(parsed({ DATABASE_URL: url, ...source }).DATABASE_DRIVER).toBe(driver);
  });

  test.each([
    [{}, false, undefined],
    [{ EDGE_RUNTIME: "true" }, true, undefined],
    [{ EDGE_RUNTIME: "false" }, false, undefined],
    [{ VERCEL: "1", BASE_URL: "https://a.example" }, true, "x-real-ip"],
    [
      { VERCEL: "1", BASE_URL: "https://a.example", CLIENT_IP_HEADER: "CF-Connecting-IP" },
      true,
      "cf-connecting-ip",
    ],
  ])("edge runtime of %o: %s, addresses from %s", (source, isEdge, header) => {
    const { isEdge: found, CLIENT_IP_HEADER } = parsed(source);
    expect([found, CLIENT_IP_HEADER]).toEqual([isEdge, header]);
  });

  test("an agent that is only half configured is off, as the contract says", () => {
    expect(problems({ AGENT_MODEL: "some-model" })).toEqual({});
  });
});

describe("short links are followed", () => {
  test.each([
    [{}, "on"],
    [{ OPEN_SERVICES: "off" }, "off"],
    [{ OPEN_SERVICES: "off", FOLLOW_MAP_LINKS: "on" }, "on"],
    [{ FOLLOW_MAP_LINKS: "off" }, "off"],
    // A server that replaces the open services does not replace the map sites.
    [{ OPEN_SERVICES_URL: "http://127.0.0.1:3900" }, "off"],
  ])("with %j: %s", (source: Record<string, string>, isFollowed) => {
    expect(parsed(source).FOLLOW_MAP_LINKS).toBe(isFollowed);
  });
});
