// @alone: sets the environment, which the service reads once
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { MAX_JSON_BYTES } from "#lib/server/http/body.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { authApi } from "#tests/helpers/auth-api.ts";
import { fingerprint } from "#tests/helpers/fingerprint.ts";
import { send } from "#tests/helpers/handlers.ts";
import { sharedFixture } from "#tests/helpers/shared-fixture.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { sampleOf } from "#tests/helpers/tiers.ts";

await useStreetView();
const model = await useAgentModel();
afterAll(() => model.stop());
useMailbox();

const MOST_MS = 1500;

/** Returns the CPU time of this process, which other processes on the machine do not influence. */
function busyMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Returns as many repetitions of a text as fit into the largest body that the service reads. */
function filled(start: string, each: string, end: string): string {
  return start + each.repeat(Math.floor((MAX_JSON_BYTES - start.length - end.length) / each.length)) + end;
}

/** Bodies that could take a parser, a validator or a merge very long, nest too deep, or do something unexpected. */
const BOMBS: readonly (readonly [string, string])[] = [
  ["lists in lists", "[".repeat(MAX_JSON_BYTES / 2) + "]".repeat(MAX_JSON_BYTES / 2)],
  ["objects in objects", `${'{"a":'.repeat(170_000)}1${"}".repeat(170_000)}`],
  ["a field of lists in lists", `{"id":${"[".repeat(500_000)}${"]".repeat(500_000)}}`],
  [
    "a suggestion of objects in objects",
    `{"changes":[{"op":"stops.create","input":${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}}]}`,
  ],
  ["a number of a million digits", filled('{"amount":', "9", "}")],
  ["a million decimals", filled('{"lat":0.', "1", "}")],
  ["many large exponents", filled("[0", ",1e308", "]")],
  ["a key of a megabyte", filled('{"', "k", '":1}')],
  ["many keys", filled('{"a":1', ',"b":1', "}")],
  ["many other keys", `{${Array.from({ length: 60_000 }, (_, at) => `"key${at}":${at}`).join(",")}}`],
  [
    "many fields that are unknown",
    `{"title":"x",${Array.from({ length: 50_000 }, (_, at) => `"${at}":0`).join(",")}}`,
  ],
  ["many escapes", filled('{"title":"', "\\u0041", '"}')],
  ["many surrogates", filled('{"title":"', "\\ud83d", '"}')],
  ["a prototype", '{"__proto__":{"isAdmin":true},"title":{"__proto__":{"isAdmin":true}}}'],
  ["a constructor's prototype", '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ["a long list of ids", filled('{"ids":["x"', ',"x"', "]}")],
];

const scenes = sharedFixture();

const withBody = allEndpoints.filter(({ body }) => body !== undefined);

describe.each(sampleOf(withBody, 1).map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s",
  (_, endpoint) => {
    test("refuses bombs soon, and writes nothing", async () => {
      const scene = await scenes();
      const valid = await inputFor(endpoint.id, scene, scene.owner);
      await awaitDeferredWork();
      const before = await fingerprint();
      for (const [name, body] of BOMBS) {
        const start = process.cpuUsage();
        const { status, text } = await send(endpoint, { ...valid, body, token: scene.owner.token });
        expect([400, 422], `${name} ${text.slice(0, 200)}`).toContain(status);
        expect(text.length, name).toBeLessThan(200_000);
        expect(busyMs(start), name).toBeLessThan(MOST_MS);
      }
      const json = JSON.stringify(valid.body);
      for (const [coding, packed] of [
        ["gzip", gzipSync(json)],
        ["deflate", deflateSync(json)],
        ["br", brotliCompressSync(json)],
        ["gzip", gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))],
      ] as const) {
        const headers = { "content-encoding": coding };
        const body = new Uint8Array(packed);
        const sent = await send(endpoint, { ...valid, body, headers, token: scene.owner.token });
        expect([400, 415], coding).toContain(sent.status);
      }
      expect(await fingerprint()).toEqual(before);
    });
  },
);

test("authentication refuses them too", async () => {
  const before = await fingerprint();
  for (const [name, body] of BOMBS) {
    for (const path of ["/sign-in/email", "/sign-up/email", "/email-otp/verify-email"]) {
      const start = process.cpuUsage();
      const { status } = await authApi().post(path, body);
      expect(status, `${name} ${path}`).toBeGreaterThanOrEqual(400);
      expect(status, `${name} ${path}`).toBeLessThan(500);
      expect(busyMs(start), `${name} ${path}`).toBeLessThan(MOST_MS);
    }
  }
  expect(await fingerprint()).toEqual(before);
});

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect("isAdmin" in {}).toBe(false);
});
