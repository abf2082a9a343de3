// @alone: sets the environment, which the service reads once
import { afterAll, describe, expect, test } from "vitest";
import { commentsApi } from "#lib/shared/api/comments.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { fingerprint } from "#tests/helpers/fingerprint.ts";
import { send } from "#tests/helpers/handlers.ts";
import { sharedFixture } from "#tests/helpers/shared-fixture.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import {
  hostileTexts,
  type Malformed,
  malformedBodies,
  malformedRequests,
} from "#tests/helpers/malformed.ts";
import { malformedUploads } from "#tests/helpers/malformed-uploads.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { sampleOf } from "#tests/helpers/tiers.ts";

await useStreetView();
const model = await useAgentModel();
afterAll(() => model.stop());

/** Returns the answers whose status is none of those that the request must get. */
async function wrongAnswers(endpoint: Endpoint, requests: Malformed[], token: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, input, statuses = [404, 422] } of requests) {
    // The helper `send` checks every answer against the error shape.
    const sent = await send(endpoint, { ...input, token });
    if (!statuses.includes(sent.status)) wrong.push(`${name} → ${sent.status} ${sent.text.slice(0, 200)}`);
  }
  return wrong;
}

const writing = allEndpoints.filter(({ body, upload }) => body !== undefined || upload !== undefined);
const open = allEndpoints.filter(({ access }) => access !== "public");

const scenes = sharedFixture();

describe.each(sampleOf(open, 0).map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_, endpoint) => {
  test("refuses malformed requests in the error shape and writes nothing", async () => {
    // Uploads of one person are rate-limited, so each endpoint with an upload gets a new fixture.
    const scene = await (endpoint.upload ? newTripFixture() : scenes());
    const valid = await inputFor(endpoint.id, scene, scene.owner);
    const before = await fingerprint();
    const requests = [
      ...malformedRequests(endpoint, valid),
      ...malformedBodies(endpoint, valid),
      ...hostileTexts(endpoint, valid),
      ...malformedUploads(endpoint, valid),
    ];
    expect(requests.length).toBeGreaterThanOrEqual(50);
    expect(await wrongAnswers(endpoint, requests, scene.owner.token)).toEqual([]);
    expect(await fingerprint()).toEqual(before);
    // The endpoints with the largest bodies need about a thousand requests.
  }, 60_000);
});

test("the input that the malformed ones are made from is fine, so that they are refused for their fault alone", async () => {
  for (const endpoint of writing) {
    const fresh = await newTripFixture();
    const valid = await inputFor(endpoint.id, fresh, fresh.owner);
    const sent = await send(endpoint, { ...valid, token: fresh.owner.token });
    expect(sent.status, `${endpoint.id} ${sent.text}`).toBe(endpoint.status);
  }
});

test("what is extreme but allowed is no fault of the server's either", async () => {
  const scene = await newTripFixture();
  const { tripId, owner, trip } = scene;
  const everyone = trip.members.map(({ id }) => id);
  const far = { startDate: "2200-01-01", endDate: "2200-12-31" };
  const bodies: [Endpoint, object][] = [
    [tripsApi.create, { title: "\u{1f5fa}".repeat(60), startDate: "1900-01-01", endDate: "1900-12-31" }],
    [tripsApi.update, { ...far, dateMode: "shift" }],
    [tripsApi.update, { startDate: "1900-01-01", endDate: "1900-01-01", dateMode: "shift" }],
    [tripsApi.update, { title: "\u202e<script>alert(1)</script>" }],
    [stopsApi.create, { name: "é".repeat(200), dayId: null, notes: "字".repeat(10_000), participants: [] }],
    [stopsApi.create, { name: "a", dayId: null, participants: everyone }],
    [stopsApi.create, { name: "a", dayId: null, place: { lat: -90, lng: 180 } }],
    [stopsApi.create, { name: "a", dayId: null, place: { lat: 5e-324, lng: -0 } }],
    [stopsApi.create, { name: "a", dayId: null, cost: { amount: MAX_AMOUNT, currency: "KWD" } }],
    [stopsApi.create, { name: "a", dayId: null, url: `https://a.test/${"x".repeat(1900)}` }],
    [commentsApi.create, { target: { kind: "trip", id: tripId }, body: "x".repeat(5000) }],
    [invitesApi.create, { role: "viewer", expiresInDays: 365, maxUses: 500 }],
  ];
  for (const [endpoint, body] of bodies) {
    const sent = await send(endpoint, { params: { tripId }, token: owner.token, body });
    expect([200, 201], `${endpoint.id} ${sent.text}`).toContain(sent.status);
  }
  expect((await readTrip(owner, tripId)).stops).toHaveLength(7);
});

test.each([
  ["nothing", ""],
  ["a scheme alone", "Bearer"],
  ["another scheme", "Basic dXNlcjpwYXNz"],
  ["a long token", `Bearer ${"x".repeat(10_000)}`],
  ["control characters", "Bearer a\tb"],
  ["SQL", "Bearer ' or 1=1 --"],
  ["two tokens", "Bearer a, Bearer b"],
])("an Authorization of %s is nobody's", async (_, authorization) => {
  for (const endpoint of [allEndpoints[0], allEndpoints[1]]) {
    if (!endpoint) throw new Error("There are no endpoints.");
    const sent = await send(endpoint, { headers: { authorization } });
    expect(sent.status).toBe(401);
  }
});

test.each([
  "",
  "better-auth.session_token=",
  "better-auth.session_token=x",
  "better-auth.session_token=a.b%00",
  "=;=;",
])("a cookie of %j is nobody's", async (cookie) => {
  const [list] = allEndpoints;
  if (!list) throw new Error("There are no endpoints.");
  expect((await send(list, { headers: { cookie } })).status).toBe(401);
});
