import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { ignoreNextsHeaders, redirectToNormalizedPath } from "#lib/local/api-address.ts";
import { compressedFileHandler } from "#lib/local/compressed.ts";
import { answerFailure } from "#lib/local/error-answer.ts";
import { refuseMalformedPath, rewriteAbsoluteForm } from "#lib/local/malformed-path.ts";
import { proxyRoomUpgrade, refuseUpgrade } from "#lib/local/rooms-proxy.ts";
import { refuseUnknownMethod } from "#lib/local/unknown-method.ts";
import { describeError, log } from "#lib/server/http/log.ts";

let root = "";
let server: Server;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "wayfare-server-"));
  server = createServer();
});
afterEach(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

async function listen(): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

describe("a path that cannot be decoded", () => {
  beforeEach(() => {
    mkdirSync(join(root, ".next/static"), { recursive: true });
    writeFileSync(join(root, ".next/static/a b.js.br"), brotliCompressSync("x"));
    const serveCompressed = compressedFileHandler(root);
    server.on("request", (req, res) => {
      if (!refuseMalformedPath(req, res) && !serveCompressed(req, res)) res.end("Next");
    });
  });

  test.each(["/_next/static/%ff", "/api/trips/%ff", "/api/invites/%E0%A4%A", "/%", "/trips/%zz?a=1"])(
    "is refused in the API's shape: %s",
    async (path) => {
      const origin = `http://127.0.0.1:${await listen()}`;
      const response = await fetch(origin + path, { headers: { origin: "app://wayfare" } });
      const requestId = response.headers.get("x-request-id");
      expect(response.status).toBe(400);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(response.headers.get("access-control-allow-origin")).toBe("app://wayfare");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      expect(await response.json()).toEqual({
        code: "MALFORMED_REQUEST",
        message: expect.any(String),
        requestId,
      });
    },
  );

  test("is no path with a percent sign in its query, nor a file's with a space", async () => {
    const origin = `http://127.0.0.1:${await listen()}`;
    expect(await (await fetch(`${origin}/trips/%E4%BA%AC?q=100%`)).text()).toBe("Next");
    const file = await fetch(`${origin}/_next/static/a%20b.js`, { headers: { "accept-encoding": "br" } });
    expect(file.headers.get("content-type")).toMatch("javascript");
  });
});

/** Returns the server's answer to a method, by a raw socket, because `fetch` does not send the tested methods. */
async function answerTo(method: string, path: string): Promise<string> {
  const client = connect(await listen(), "127.0.0.1");
  client.end(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Secret: echoed\r\n\r\n`);
  return text(client);
}

describe("an address that can be read in several ways", () => {
  beforeEach(() => {
    server.on("request", (req, res) => {
      rewriteAbsoluteForm(req);
      if (refuseMalformedPath(req, res) || redirectToNormalizedPath(req, res)) return;
      ignoreNextsHeaders(req);
      res.end(`${req.url} ${Object.keys(req.headers).toSorted().join()}`);
    });
  });

  test.each(["*", "//evil.example/x", "/a/../b", "/a/%2E%2e", "/a/./b", "/a/..;x/b", "/a\\b", "/a#b"])(
    "is refused: %s",
    async (path) => {
      expect(await answerTo("GET", path)).toMatch(/^HTTP\/1\.1 400 [^]*The address is not a plain path/);
    },
  );

  test.each([
    ["http://evil.example/api/x?a=//b", "/api/x?a=//b"],
    ["HTTPS://evil.example", "/"],
    ["http://evil.example?a", "/?a"],
    ["/a/..b/.c/d..?e=/../#", "/a/..b/.c/d..?e=/../#"],
  ])("is taken by its path: %s", async (path, url) => {
    expect(await answerTo("GET", path)).toContain(`\r\n\r\n${url} `);
  });

  test.each([
    ["/api/x/", "/api/x"],
    ["/api//x///y//?a=//", "/api/x/y?a=//"],
  ])("leads on where only slashes are too many: %s", async (path, tidy) => {
    expect(await answerTo("GET", path)).toMatch(
      new RegExp(`^HTTP/1.1 308 [^]*\\nlocation: ${tidy.replace("?", "\\?")}\r\n`, "i"),
    );
  });
});

describe("a method that the API has nowhere", () => {
  beforeEach(() => {
    server.on("request", (req, res) => {
      if (!refuseUnknownMethod(req, res)) res.end("Next");
    });
  });

  test.each(["TRACE", "TRACK", "PROPFIND", "PURGE", "QUERY"])(
    "is refused in the API's shape: %s",
    async (method) => {
      const said = await answerTo(method, "/api/trips");
      // Node's parser rejects methods that it does not know.
      if (said.startsWith("HTTP/1.1 400")) return expect(method).toBe("TRACK");
      expect(said).toMatch(/^HTTP\/1\.1 405 /);
      expect(said).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r$/im);
      expect(said).toMatch(/^content-security-policy: default-src 'none'/im);
      expect(said).toContain('"code":"METHOD_NOT_ALLOWED"');
      expect(said).not.toContain("echoed");
    },
  );

  test.each([
    ["DELETE", "/api/trips"],
    ["PROPFIND", "/trips"],
  ])("is not %s of %s", async (method, path) => {
    expect(await answerTo(method, path)).toMatch(/^HTTP\/1\.1 200 [^]*Next/);
  });
});

const Line = z.object({ err: z.unknown(), requestId: z.string() });

describe("a request that Next fails at", () => {
  const secret = "https://people.test/reset-password/secret-token";
  const fault = Object.assign(new TypeError(`fetch failed: ${secret}`), { body: "ann@people.test" });

  test("is told as a fault, and logged without addresses and data", async () => {
    const logged: unknown[] = [];
    vi.spyOn(log(), "error").mockImplementation((line: unknown) => void logged.push(line));
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    server.on("request", (req, res) => answerFailure(fault, req, res));
    const origin = `http://127.0.0.1:${await listen()}`;
    const response = await fetch(`${origin}/trips?token=secret-query`);
    expect(response.status).toBe(500);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const [{ err, requestId }] = z.tuple([Line]).parse(logged);
    expect(await response.json()).toEqual({ code: "INTERNAL", message: expect.any(String), requestId });
    expect(response.headers.get("x-request-id")).toBe(requestId);
    const line = JSON.stringify(describeError(err));
    expect(line).toMatch(/"name":"TypeError","message":"fetch failed: <address>","stack":".+ at /);
    expect(line).not.toMatch(/secret|ann@people/);
    expect(printed).not.toHaveBeenCalled();
  });

  test.each([
    ["en", "system", { "accept-language": "en-GB,zh;q=0.5", cookie: "theme=pink" }, "This page broke"],
    ["zh", "light", { "accept-language": "zh-CN,en", cookie: "theme=light" }, "页面出错了"],
    ["zh", "dark", { "accept-language": "en", cookie: "theme=dark; lang=zh" }, "页面出错了"],
  ])(
    "is told to whoever reads it in %s and %s, with the log's reference",
    async (lang, theme, headers, title) => {
      const logged: unknown[] = [];
      vi.spyOn(log(), "error").mockImplementation((line: unknown) => void logged.push(line));
      server.on("request", (req, res) => answerFailure(fault, req, res));
      const origin = `http://127.0.0.1:${await listen()}`;
      const asked = { accept: "text/html,*/*;q=0.8", ...headers };
      const response = await fetch(`${origin}/trips?q=%3Cscript%3E`, { headers: asked });
      const page = await response.text();
      const [{ requestId }] = z.tuple([Line]).parse(logged);
      expect(response.status).toBe(500);
      expect(page).toContain(`<html lang="${lang}" data-theme="${theme}">`);
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).toContain(`<code>${requestId}</code>`);
      expect(page).not.toMatch(/<script|secret|%3C/i);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      const policy = response.headers.get("content-security-policy") ?? "";
      const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? "";
      expect(policy).toContain(createHash("sha256").update(style).digest("base64"));
      expect(policy).toContain("frame-ancestors 'none'");
      const data = await fetch(`${origin}/api/trips`, { headers: asked });
      expect(data.headers.get("content-type")).toBe("application/json");
    },
  );

  test("in the middle of its answer does not look whole", async () => {
    vi.spyOn(log(), "error").mockImplementation(() => undefined);
    server.on("request", (req, res) => {
      res.write("half", () => answerFailure(fault, req, res));
    });
    const response = await fetch(`http://127.0.0.1:${await listen()}`);
    await expect(response.text()).rejects.toThrow("terminated");
  });
});

describe("an upgrade whose client hangs up at once", () => {
  /** An error event without a listener would end a server's process; in a test it makes the test run fail. */
  test.each(["refused", "handed to the rooms"])("ends that socket only, when it is %s", async (way) => {
    const errored = Promise.withResolvers<unknown>();
    server.on("upgrade", (req, socket, head) => {
      socket.once("close", errored.resolve);
      if (way === "refused") refuseUpgrade(socket, 404);
      else proxyRoomUpgrade(req, socket, head, 1);
      socket.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
    });
    const client = connect(await listen(), "127.0.0.1");
    client.on("error", () => undefined);
    const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13";
    const upgrade = `Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}`;
    client.write(`GET /parties/main/room HTTP/1.1\r\n${upgrade}\r\n\r\n`);
    await errored.promise;
    client.destroy();
  });
});
