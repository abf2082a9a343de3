import { expect, test } from "@playwright/test";
import { appUrl } from "./entering.ts";
import { DATA } from "./expected-headers.ts";
import { answerTo } from "./raw-answer.ts";

const HEAD = "Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
const HIDDEN = "GET /api/ping HTTP/1.1\r\nHost: localhost\r\n\r\n";

test.describe("where a message ends is never in doubt", () => {
  for (const [name, lines] of [
    ["two lengths", "Content-Length: 4\r\nContent-Length: 60\r\n"],
    ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"],
    ["chunks spelled otherwise", "Content-Length: 4\r\nTransfer-Encoding: xchunked\r\n"],
    ["chunks behind something else", "Content-Length: 4\r\nTransfer-Encoding: chunked, identity\r\n"],
    ["a space in a name", "Content-Length : 60\r\n"],
    ["a folded line", "Content-Length: 4\r\n Transfer-Encoding: chunked\r\n"],
    ["a length that is none", "Content-Length: +4\r\n"],
  ] as const) {
    test(`${name}: one refusal, and nothing of what hides in the body`, async () => {
      const said = await answerTo(`POST /api/trips HTTP/1.1\r\n${HEAD}${lines}\r\n0\r\n\r\n${HIDDEN}`);
      expect(said.match(/^HTTP\/1\.1 \d+/gm), said).toEqual(["HTTP/1.1 400"]);
    });
  }
});

test("TRACE is answered nowhere, the API takes no method that nobody asked for, and nothing is echoed", async () => {
  for (const method of ["TRACE", "CONNECT", "TRACK", "PROPFIND"]) {
    for (const path of ["/", "/sign-in", "/api/trips", "/api/nowhere", "/api/auth/get-session"]) {
      const said = await answerTo(`${method} ${path} HTTP/1.1\r\n${HEAD}X-Secret: echoed\r\n\r\n`);
      expect(said, `${method} ${path}`).not.toContain("echoed");
      const isRefused = method === "TRACE" || method === "CONNECT" || path.startsWith("/api/");
      if (isRefused) expect(said, `${method} ${path}`).not.toMatch(/^HTTP\/1\.1 2/);
    }
  }
});

test("headers that are too large end at the server's door", async () => {
  const said = await answerTo(`GET /api/ping HTTP/1.1\r\n${HEAD}X-Large: ${"x".repeat(20 * 1024)}\r\n\r\n`);
  expect(said).toMatch(/^HTTP\/1\.1 431/);
});

test("paths lead to no file but those that are meant", async ({ request }) => {
  for (const path of [
    "/.env",
    "/.git/config",
    "/package.json",
    "/lib/server/env/env.ts",
    "/.data/secrets.json",
    "/_next/../package.json",
    "/_next/static/..%2f..%2fpackage.json",
    "/_next/static/%2e%2e/%2e%2e/package.json",
    "/api/..%2f..%2fpackage.json",
    "/icons/",
    "/_next/static/",
  ]) {
    const response = await request.get(`${appUrl()}${path}`, { maxRedirects: 0 });
    expect([308, 400, 404], path).toContain(response.status());
    expect(await response.text(), path).not.toContain('"wayfare"');
  }
});

test("pages and files say nothing that a host's name in the request decides", async ({ request }) => {
  const headers = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    forwarded: "host=evil.example",
    "x-original-url": "/evil.example",
    "accept-language": `"><script src=//evil.example>, zz-EVIL;q=9`,
    "x-app-lang": "../evil.example",
    cookie: `locale="><script src=//evil.example>; theme=evil.example`,
  };
  for (const path of ["/", "/sign-in", "/trips", "/api-docs", "/manifest.webmanifest", "/openapi.json"]) {
    const response = await request.get(`${appUrl()}${path}`, { headers, maxRedirects: 0 });
    expect(await response.text(), path).not.toContain("evil.example");
    expect(JSON.stringify(response.headers()), path).not.toContain("evil.example");
    const isPage = response.headers()["content-type"]?.startsWith("text/html") === true;
    if (isPage) expect(response.headers()["cache-control"], path).toMatch(/no-store/);
  }
});

test("what is no endpoint of the API carries its headers too", async ({ request }) => {
  for (const [path, status] of [
    ["/api/internal/rooms/x/events", 401],
    ["/api/mobile-auth/oauth/start?provider=none", 302],
    ["/api/mobile-auth/oauth/complete", 302],
    ["/api/mobile-auth/oauth/exchange", 405],
    ["/api/calendar/nobodys", 404],
  ] as const) {
    const response = await request.get(`${appUrl()}${path}`, { maxRedirects: 0 });
    const sent = { status: response.status(), ...response.headers() };
    expect(sent, path).toMatchObject({ status, ...DATA, "cache-control": "private, no-store" });
  }
});
