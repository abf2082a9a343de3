// @alone: sets the environment, which the service reads once
import { afterAll, describe, expect, test } from "vitest";
import { OPEN_PATHS } from "#lib/server/auth/open-paths.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { sessionTokens } from "#lib/server/access/session.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { authApi, ORIGIN, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { fingerprint } from "#tests/helpers/fingerprint.ts";
import { send } from "#tests/helpers/handlers.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { sampleOf } from "#tests/helpers/tiers.ts";

await useStreetView();
const model = await useAgentModel();
afterAll(() => model.stop());
useMailbox();

/** Headers that browsers send with a request that another site's page has caused. */
const FORGED: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { origin: `${ORIGIN}.evil.example` },
  { origin: "http://localhost:3001", "sec-fetch-site": "same-site" },
  { origin: "null" },
  { origin: "" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
  { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
];
/** Content types that a page may send to another site without a preflight, by a form or with `no-cors`. */
const SIMPLE_TYPES = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];

function cookieOf(token: string): string {
  return sessionTokens().cookie(token).split(";")[0] ?? "";
}

const writing = allEndpoints.filter(({ method, access }) => method !== "GET" && access !== "public");

describe.each(sampleOf(writing, 2).map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s by a cookie",
  (_, endpoint) => {
    test("does nothing for another site's page, and takes no form", async () => {
      const scene = await newTripFixture();
      const valid = await inputFor(endpoint.id, scene, scene.owner);
      const cookie = cookieOf(scene.owner.token);
      // Earlier deferred work, such as an agent's answer, could still write and change the fingerprint.
      await awaitDeferredWork();
      const before = await fingerprint();
      for (const headers of FORGED) {
        const sent = await send(endpoint, { ...valid, headers: { ...headers, cookie } });
        expect(sent, JSON.stringify(headers)).toMatchObject({
          status: 403,
          body: { code: "INVALID_ORIGIN" },
        });
      }
      if (endpoint.body) {
        for (const type of SIMPLE_TYPES) {
          const body = JSON.stringify(valid.body);
          const sent = await send(endpoint, { ...valid, body, headers: { "content-type": type, cookie } });
          expect(sent.status, type).toBe(415);
        }
      }
      expect(await fingerprint()).toEqual(before);
      const own = { cookie, origin: ORIGIN, "sec-fetch-site": "same-origin" };
      expect((await send(endpoint, { ...valid, headers: own })).body).not.toMatchObject({
        code: "INVALID_ORIGIN",
      });
    });
  },
);

test("no reading changes anything, whoever's page makes a browser ask", async () => {
  const scene = await newTripFixture();
  const cookie = cookieOf(scene.owner.token);
  const headers = { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const reading = allEndpoints.filter(({ method, access }) => method === "GET" && access !== "public");
  for (const endpoint of reading) {
    const valid = await inputFor(endpoint.id, scene, scene.owner);
    await awaitDeferredWork();
    const before = await fingerprint();
    const sent = await send(endpoint, { ...valid, headers });
    expect(sent.headers.get("access-control-allow-origin"), endpoint.id).toBeNull();
    expect(sent.headers.get("cross-origin-resource-policy"), endpoint.id).toBe("same-origin");
    expect(await fingerprint(), endpoint.id).toEqual(before);
  }
});

describe("under /api/auth", () => {
  const posts = Object.entries(OPEN_PATHS)
    .filter(([path, methods]) => methods.includes("POST") && !path.includes(":") && !path.startsWith("/mini"))
    .map(([path]) => path);

  test.each(posts)("%s does nothing for another site's page by a cookie", async (path) => {
    const cookie = cookieOf((await newPerson()).token);
    const before = await fingerprint();
    for (const headers of FORGED.filter(({ origin }) => origin !== "")) {
      const answer = await authApi().post(path, {}, { ...headers, cookie });
      expect(answer, JSON.stringify(headers)).toMatchObject({ status: 403 });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await fingerprint()).toEqual(before);
  });

  test.each(posts)("%s signs nobody in by a form of another site", async (path) => {
    const { email, password } = await signUpAndVerify();
    const before = await fingerprint();
    for (const type of SIMPLE_TYPES) {
      const headers = {
        "content-type": type,
        origin: "https://evil.example",
        "sec-fetch-site": "cross-site",
      };
      for (const body of [
        new URLSearchParams({ email, password }).toString(),
        JSON.stringify({ email, password }),
      ]) {
        const answer = await authApi().call(path, { body, headers });
        expect(answer.status, `${type} ${body.slice(0, 8)}`).toBeGreaterThanOrEqual(400);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
    expect(await fingerprint()).toEqual(before);
  });
});
