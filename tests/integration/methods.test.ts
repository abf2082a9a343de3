import { globSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { env } from "#lib/server/env/env.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";
import { UUID_V7 } from "#tests/helpers/auth-api.ts";

const ROOT = join(import.meta.dirname, "../..");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;

/** The route files, except those of authentication, which has its own paths; `auth-http.test.ts` tests them. */
const FILES = globSync("app/api/**/route.ts", { cwd: ROOT }).filter(
  (file) => !file.startsWith("app/api/auth/") && !file.includes("[...path]"),
);

async function ask(file: string, method: string): Promise<Response> {
  const routes: Record<string, Handler> = await import(/* @vite-ignore */ `../../${file}`);
  const path = file.slice("app".length, -"/route.ts".length).replaceAll(/\[\w+\]/g, () => uuidv7());
  const handler = routes[method];
  if (!handler) throw new Error(`${file} leaves ${method} to Next, whose answer is empty.`);
  const params = Object.fromEntries([...file.matchAll(/\[(\w+)\]/g)].map(([, name]) => [name, uuidv7()]));
  return handler(new Request(`http://localhost:3000${path}`, { method }), {
    params: Promise.resolve(params),
  });
}

describe("every route", () => {
  test("is looked at", () => {
    expect(FILES.length).toBeGreaterThan(110);
  });

  test.each(FILES)("%s says which methods it takes, in the API's own shape, to all others", async (file) => {
    const answers = await Promise.all(
      METHODS.map(async (method) => [method, await ask(file, method)] as const),
    );
    const refused = answers.filter(([, { status }]) => status === 405);
    const taken = answers.filter(([, { status }]) => status !== 405).map(([method]) => method);
    expect(taken.length).toBeGreaterThan(0);
    for (const [method, response] of refused) {
      expect(response.headers.get("allow")?.split(", ").toSorted(), method).toEqual(
        [...taken, "OPTIONS"].toSorted(),
      );
      expect(Object.fromEntries(response.headers), method).toMatchObject({
        ...dataHeaders(env()),
        "cache-control": "private, no-store",
        "content-type": "application/json",
        vary: "origin",
      });
      expect(await response.json(), method).toEqual({
        code: "METHOD_NOT_ALLOWED",
        message: expect.stringContaining(taken[0] ?? ""),
        requestId: expect.stringMatching(UUID_V7),
      });
    }
  });
});

test.each(METHODS)("an unknown path answers %s by the API's own 404", async (method) => {
  const response = await ask("app/api/[...path]/route.ts", method);
  expect(response.status).toBe(404);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...dataHeaders(env()),
    "cache-control": "private, no-store",
  });
  expect(await response.json()).toMatchObject({
    code: "NOT_FOUND",
    requestId: expect.stringMatching(UUID_V7),
  });
});
