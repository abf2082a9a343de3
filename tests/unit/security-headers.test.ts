import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseEnv } from "#lib/server/env/env.ts";
import {
  dataHeaders,
  pageHeaders,
  TOAST_STYLE_HASHES,
  transportHeaders,
} from "#lib/server/http/security-headers.ts";

const SECRETS = {
  BETTER_AUTH_SECRET: "a".repeat(32),
  REALTIME_SECRET: "b".repeat(32),
  INTERNAL_SECRET: "c".repeat(32),
};

function headers(given: Record<string, string> = {}, path = "/trips") {
  return pageHeaders(
    path,
    "bm9uY2U=",
    parseEnv({ ...SECRETS, NODE_ENV: "production", OPEN_SERVICES: "off", ...given }),
  );
}

function policy(given: Record<string, string> = {}): Record<string, string> {
  const directives = headers(given)["content-security-policy"].split("; ");
  return Object.fromEntries(
    directives.map((line) => [line.split(" ")[0], line.split(" ").slice(1).join(" ")]),
  );
}

function formAction(path: string): string | undefined {
  return /form-action [^;]*/.exec(headers({}, path)["content-security-policy"])?.[0];
}

test("a form leads to the mobile app from the page that asks about it alone", () => {
  expect(formAction("/mobile-sign-in")).toBe("form-action 'self' app:");
  for (const path of ["/", "/sign-in", "/mobile-sign-in-x", "/x/mobile-sign-in"])
    expect(formAction(path), path).toBe("form-action 'self'");
});

describe("a page's policy", () => {
  test("lets nobody but the page itself bring code, and the page bring it from home only", () => {
    expect(policy()).toEqual({
      "default-src": "'self'",
      "script-src": "'self' 'nonce-bm9uY2U=' 'strict-dynamic'",
      "style-src": "'self' 'unsafe-inline'",
      "style-src-elem": `'self' 'nonce-bm9uY2U=' ${TOAST_STYLE_HASHES.join(" ")}`,
      "style-src-attr": "'unsafe-inline'",
      "img-src": "'self' data: blob: https:",
      "connect-src": "'self' ws://localhost:3000",
      "worker-src": "'self'",
      "frame-src": "'none'",
      "frame-ancestors": "'none'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
    });
  });

  test("names whom browsers ask for streets, and nobody where the operator has a style", () => {
    const on = { OPEN_SERVICES: "on" };
    const [own, tiles] = ["'self' ws://localhost:3000", "https://tiles.openfreemap.org"];
    expect(policy(on)["connect-src"]).toBe(`${own} ${tiles}`);
    expect(policy({ MAP_TILES_URL: "https://tiles.example/planet" })["connect-src"]).toBe(
      `${own} https://tiles.example`,
    );
    const style = { MAP_STYLE_URL: "https://style.example/a.json" };
    expect(policy({ ...on, ...style })["connect-src"]).toBe(`${own} https://style.example`);
  });

  test("names what is configured to be elsewhere", () => {
    const { "connect-src": rooms } = policy({ PARTYKIT_URL: "https://rooms.example.dev" });
    expect(rooms).toBe("'self' wss://rooms.example.dev");
    const { "connect-src": map } = policy({ MAP_STYLE_URL: "http://tiles.example:8080/style.json?key=1" });
    expect(map).toBe("'self' ws://localhost:3000 http://tiles.example:8080");
    const hosts = "fonts.example, https://*.tiles.example:8443";
    const { "connect-src": more } = policy({
      MAP_STYLE_URL: "https://style.example/a.json",
      MAP_STYLE_HOSTS: hosts,
    });
    expect(more).toBe(
      "'self' ws://localhost:3000 https://style.example fonts.example https://*.tiles.example:8443",
    );
    expect(policy({ MAP_STYLE_HOSTS: hosts })["connect-src"]).toBe("'self' ws://localhost:3000");
    const keys = { S3_BUCKET: "files", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" };
    const s3 = { STORAGE_DRIVER: "s3", S3_REGION: "eu-west-1", ...keys };
    expect(policy(s3)["connect-src"]).toBe(
      "'self' ws://localhost:3000 https://files.s3.eu-west-1.amazonaws.com",
    );
    const own = policy({ ...s3, S3_ENDPOINT: "https://store.example:9000/" });
    expect(own["connect-src"]).toBe("'self' ws://localhost:3000 https://store.example:9000");
    const captcha = policy({
      CAPTCHA_PROVIDER: "captcha-widget",
      CAPTCHA_SECRET_KEY: "secret",
      CAPTCHA_SITE_KEY: "site",
      CAPTCHA_SCRIPT_URL: "https://captcha.example/v0/api.js?render=explicit",
    });
    expect(captcha).toMatchObject({
      "script-src": "'self' 'nonce-bm9uY2U=' 'strict-dynamic' https://captcha.example",
      "connect-src": "'self' ws://localhost:3000 https://captcha.example",
      "frame-src": "https://captcha.example",
    });
    expect(captcha["style-src-elem"]).not.toContain("captcha.example");
  });

  test("asks for https where the service has it, and for two years", () => {
    const secure = { BASE_URL: "https://trips.example" };
    expect(policy(secure)).toMatchObject({
      "upgrade-insecure-requests": "",
      "connect-src": "'self' wss://trips.example",
    });
    const line = { "strict-transport-security": "max-age=63072000; includeSubDomains" };
    expect(headers(secure)).toMatchObject(line);
    expect(dataHeaders(secure)).toMatchObject(line);
    expect(transportHeaders(secure)).toEqual(line);
    const insecure = { BASE_URL: "http://localhost:3000" };
    expect(headers()).not.toHaveProperty("strict-transport-security");
    expect(dataHeaders(insecure)).not.toHaveProperty("strict-transport-security");
    expect(transportHeaders(insecure)).toEqual({});
  });

  test("lets Next's development server work, and only it", () => {
    expect(policy({ NODE_ENV: "development" })).toMatchObject({
      "script-src": "'self' 'nonce-bm9uY2U=' 'strict-dynamic' 'unsafe-eval'",
      "style-src-elem": "'self' 'unsafe-inline'",
      "connect-src": "'self' ws://localhost:3000 ws:",
    });
  });

  test("knows the style sheet that Sonner adds: its hash changes with an update", () => {
    const source = readFileSync(new URL(import.meta.resolve("sonner")), "utf8");
    const sheets = [...source.matchAll(/^__insertCSS\((".*")\)/gm)].map(([, text = ""]) => JSON.parse(text));
    expect(sheets).toHaveLength(1);
    const hashes = ["", ...sheets].map((text: string) => createHash("sha256").update(text).digest("base64"));
    expect(TOAST_STYLE_HASHES).toEqual(hashes.map((hash) => `'sha256-${hash}'`));
  });
});

describe("a page's other headers", () => {
  test("keep others from framing it, holding its window and using the device through it", () => {
    const { "content-security-policy": _, "permissions-policy": permissions, ...others } = headers();
    expect(others).toEqual({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(permissions.split(", ")).toEqual(
      expect.arrayContaining(["camera=()", "microphone=()", "payment=()", "geolocation=(self)"]),
    );
  });

  test.each([
    ["/reset-password", "no-referrer"],
    ["/invite/abc", "no-referrer"],
    ["/invites", "strict-origin-when-cross-origin"],
    ["/", "strict-origin-when-cross-origin"],
  ])("tell where one comes from unless the address is a key: %s", (path, expected) => {
    expect(headers({}, path)["referrer-policy"]).toBe(expected);
  });
});
