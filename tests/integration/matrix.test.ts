// @alone: sets the environment, which the service reads once
import { globSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { afterAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { type Role, ROLES, roleAtLeast } from "#lib/shared/roles.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { loadRoute, routeFileOf, send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { sharedFixture } from "#tests/helpers/shared-fixture.ts";
import { type Caller, callerOf, CALLERS, INPUTS, inputFor } from "#tests/helpers/inputs.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { usePlaceFacts } from "#tests/helpers/place-facts.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";

await useStreetView();
await usePlaceFacts();
const model = await useAgentModel();
afterAll(() => model.stop());
const ROOT = join(import.meta.dirname, "../..");

/** The endpoints whose rule is stricter than the role that they require, each with its reason. */
const FINER: Readonly<Record<string, Partial<Record<Caller, number>>>> = {
  // Only its owner can access a deleted trip.
  "trips.restore": { guest: 404, viewer: 404, editor: 404 },
  // A trip always has an owner.
  "trips.leave": { owner: 409 },
  // The undone write was an editor's, so guest and viewer may not undo it.
  "events.undo": { guest: 403, viewer: 403 },
};

function isRole(access: string): access is Role {
  return ROLES.some((role) => role === access);
}

function expectedStatus({ id, access, status, guests }: Endpoint, who: Caller): number {
  if (access === "public") return status;
  if (who === "anonymous") return 401;
  const role = who === "anonymousGuest" ? "guest" : who;
  const finer = FINER[id]?.[who] ?? FINER[id]?.[role];
  if (finer !== undefined) return finer;
  if (access === "user") return who === "anonymousGuest" && !guests ? 403 : status;
  if (role === "stranger") return 404;
  return isRole(access) && roleAtLeast(role, access) ? status : 403;
}

const checked = allEndpoints.filter(({ id }) => id !== "service.health");

describe.each(checked.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_, endpoint) => {
  test("is open to whom its access says, and to nobody else", async () => {
    const scene = await newTripFixture();
    const seen: Record<string, number> = {};
    for (const who of CALLERS) {
      const caller = callerOf(scene, who);
      const input = await inputFor(endpoint.id, scene, caller ?? scene.owner);
      const sent = await send(endpoint, { ...input, token: caller?.token });
      seen[who] = sent.status;
    }
    expect(seen).toEqual(Object.fromEntries(CALLERS.map((who) => [who, expectedStatus(endpoint, who)])));
  });
});

function told({ status, body, headers }: RawAnswer) {
  const others = [...headers].filter(([name]) => name !== "x-request-id");
  return { status, body: { ...Object(body), requestId: "" }, headers: others };
}

const scenes = sharedFixture();
const ofTrips = allEndpoints.filter(({ access }) => isRole(access));

test.each(ofTrips.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s tells a stranger the same about a trip that is there and one that isn't",
  async (_, endpoint) => {
    const scene = await scenes();
    const { token } = scene.stranger;
    const input = await inputFor(endpoint.id, scene, scene.owner);
    const there = await send(endpoint, { ...input, token });
    const nowhere = await send(endpoint, { ...input, token, params: { ...input.params, tripId: uuidv7() } });
    expect(told(there)).toEqual(told(nowhere));
    expect(there.status).toBe(404);
  },
);

test("open to anyone are these and no others", () => {
  const open = allEndpoints.filter(({ access }) => access === "public");
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    // The invite's page is for people without a session; its token is the permission.
    "GET /api/uploads/invites/{token}/cover",
    "GET /api/uploads/invites/{token}/cover/picture",
    // Calendar apps have no session; the token in the address is the permission.
    "GET /api/calendar/{token}",
    "GET /api/uploads/avatars/{userId}/{file}",
    "GET /api/ping",
    "GET /api/health",
    "GET /api/openapi.json",
  ]);
});

test("open to anyone signed in are these and no others", () => {
  const open = allEndpoints.filter(({ access }) => access === "user");
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/trips",
    "POST /api/trips",
    "GET /api/invites/{token}",
    "POST /api/invites/{token}/accept",
    "POST /api/trips/import/preview",
    "POST /api/trips/import",
    "GET /api/users/me/notifications",
    "GET /api/users/me/notifications/state",
    "POST /api/users/me/notifications/read",
    "POST /api/users/me/notifications/ticket",
    "GET /api/users/me/push-subscriptions",
    "POST /api/users/me/push-subscriptions",
    "DELETE /api/users/me/push-subscriptions/{subscriptionId}",
    "GET /api/users/me/preferences",
    "PATCH /api/users/me/preferences",
    "GET /api/users/me/export",
    "DELETE /api/users/me",
    "POST /api/users/avatar",
    "DELETE /api/users/avatar",
    "GET /api/search",
    "GET /api/places",
  ]);
});

test("open to guests without an account are these of them and no others", () => {
  const open = allEndpoints.filter(({ guests }) => guests);
  expect(open.every(({ access }) => access === "user")).toBe(true);
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/invites/{token}",
    "POST /api/invites/{token}/accept",
    "GET /api/users/me/notifications",
    "GET /api/users/me/notifications/state",
    "POST /api/users/me/notifications/read",
    "POST /api/users/me/notifications/ticket",
    "GET /api/users/me/push-subscriptions",
    "POST /api/users/me/push-subscriptions",
    "DELETE /api/users/me/push-subscriptions/{subscriptionId}",
    "GET /api/users/me/preferences",
    "PATCH /api/users/me/preferences",
    "DELETE /api/users/me",
  ]);
});

test("every endpoint has an input, its own id, and a route that it is bound to", async () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted());
  expect(new Set(allEndpoints.map(({ id }) => id)).size).toBe(allEndpoints.length);
  for (const { method, path, id } of allEndpoints) {
    const bound = (await loadRoute(path))[method];
    expect(bound, `${id} has no ${method} in ${routeFileOf(path)}`).toBeTypeOf("function");
    expect(bound?.name, `${id} is answered by the refusal of its path`).not.toBe(
      refusalOf(await loadRoute(path)),
    );
  }
});

test("every route file answers the methods of its endpoints, and refuses the others", async () => {
  const files = globSync("app/api/**/route.ts", { cwd: ROOT });
  const apart = files.filter((file) => !/^app\/api\/(auth|mobile-auth|internal|\[\.\.\.path\])\//.test(file));
  expect(apart.toSorted()).toEqual(
    [...new Set(allEndpoints.map(({ path }) => routeFileOf(path)))].toSorted(),
  );
  for (const file of apart) {
    const path = pathOf(file);
    const methods = new Set(
      allEndpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method),
    );
    // A route may also export `maxDuration`, the time limit on some platforms.
    const exported = Object.keys(await loadRoute(path)).filter((name) => name !== "maxDuration");
    expect(exported.toSorted()).toEqual(["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"]);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      if (methods.has(method)) continue;
      expect(await send({ path, method }), `${method} ${path}`).toMatchObject({
        status: 405,
      });
    }
  }
});

function pathOf(routeFile: string): `/api/${string}` {
  const path = routeFile.slice("app/api/".length, -"/route.ts".length);
  return `/api/${path.replaceAll("[", "{").replaceAll("]", "}")}`;
}

/** Returns the name of the handler that refuses methods: all methods that a path does not have share it. */
function refusalOf(module: Record<string, { name: string }>): string | undefined {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => module[method]);
  return methods.find((handler, index) => methods.indexOf(handler) !== index)?.name;
}
