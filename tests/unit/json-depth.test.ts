import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { MAX_JSON_BYTES, readJson } from "#lib/server/http/body.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "#lib/server/http/json-depth.ts";

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function nested(depth: number, [open, close]: readonly [string, string]): string {
  return open.repeat(depth) + close.repeat(depth);
}

describe("how deep JSON is", () => {
  test.each([
    ["lists", ["[", "]"]],
    ["objects", ['{"a":', "}"]],
    ["both", ['[{"a":', "}]"]],
  ] as const)("is counted in %s", (_, [open, close]) => {
    const filled = (depth: number) => bytes(open.repeat(depth) + "1" + close.repeat(depth));
    const each = open.startsWith("[{") ? 2 : 1;
    expect(isTooDeep(filled(MAX_JSON_DEPTH / each))).toBe(false);
    expect(isTooDeep(filled(MAX_JSON_DEPTH / each + 1))).toBe(true);
  });

  test("is no matter of how much lies beside each other, nor of what texts hold", () => {
    expect(isTooDeep(bytes(`[${"[],".repeat(10_000)}{}]`))).toBe(false);
    for (const text of [
      "[".repeat(200),
      '\\"[{'.repeat(200),
      "\\\\",
      '"{"'.repeat(100),
      "京[{都".repeat(100),
    ]) {
      expect(isTooDeep(bytes(JSON.stringify({ text, list: [text] })))).toBe(false);
      expect(isTooDeep(bytes(JSON.stringify({ text, list: [[text]] })), 2)).toBe(true);
    }
  });

  test("is that of the value, for any JSON", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        const depth = depthOf(JSON.parse(text));
        expect(isTooDeep(bytes(text), depth)).toBe(false);
        if (depth > 0) expect(isTooDeep(bytes(text), depth - 1)).toBe(true);
      }),
    );
  });
});

/** Returns the shortest CPU time of five runs, which is closest to what the work itself takes. */
async function leastMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

const Body = z.strictObject({ name: z.string() });

function read(body: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const request = new Request("http://localhost:3000/api/x", { method: "POST", headers, body });
  return readJson(request, Body).catch((error: unknown) => error);
}

describe("a megabyte of JSON", () => {
  const flat = `[${"0,".repeat(MAX_JSON_BYTES / 2 - 4)}0]`;
  const halves = [
    nested(MAX_JSON_BYTES / 2, ["[", "]"]),
    `{"name":${nested(500_000, ["[", "]"])}}`,
    `${'{"a":'.repeat(170_000)}1${"}".repeat(170_000)}`,
    `["${"x".repeat(500_000)}",${nested(250_000, ["[", "]"])}]`,
  ];

  test("costs no more when it is nested than when it is flat", async () => {
    const plain = await leastMs(() => read(flat));
    for (const body of halves) {
      expect(await read(body)).toMatchObject({
        code: "MALFORMED_REQUEST",
        message: "The body is nested too deeply.",
      });
      const deep = await leastMs(() => read(body));
      expect(deep / plain, `${deep.toFixed(1)} ms against ${plain.toFixed(1)} ms`).toBeLessThan(1.5);
    }
  });
});
