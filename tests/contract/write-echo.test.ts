import { expect, test } from "vitest";
import { HttpClient, textAt, valueAt } from "./http-client.ts";
import { expectOk, newBrowserPerson, newNativePerson } from "./people.ts";
import { newSharedTrip, newTrip } from "./trips.ts";

test("Write echo › 1: a create or update response returns the row as written", async () => {
  const { client } = await newNativePerson();
  const trip = await newTrip(client);
  const stop = await client.post(`/api/trips/${textAt(trip, "id")}/stops`, {
    dayId: null,
    name: "Fushimi Inari",
  });
  expect(stop).toMatchObject({ status: 201, body: { name: "Fushimi Inari", version: expect.any(Number) } });
  const path = `/api/trips/${textAt(trip, "id")}/stops/${textAt(stop, "id")}`;
  const changed = await client.send("PATCH", path, { name: "Fushimi Inari at dawn" });
  expect(changed).toMatchObject({
    status: 200,
    body: { id: textAt(stop, "id"), name: "Fushimi Inari at dawn" },
  });
  const full = await client.get(`/api/trips/${textAt(trip, "id")}`);
  expect(valueAt(full, "stops")).toEqual([changed.body]);
});

test("Write echo › 2: trip create returns the full trip DTO", async () => {
  const { client } = await newNativePerson();
  const created = await newTrip(client, { startDate: "2027-04-05", endDate: "2027-04-09" });
  expect(created.status).toBe(201);
  const read = await client.get(`/api/trips/${textAt(created, "id")}`);
  expect(created.body).toEqual(read.body);
  expect(valueAt(created, "days")).toHaveLength(5);
});

test("Write echo › 3: preference update returns the written row", async () => {
  const { client } = await newNativePerson();
  const before = await client.get("/api/users/me/preferences");
  const collapsed = valueAt(before, "agentPanelCollapsed");
  expect(collapsed).toEqual(expect.any(Boolean));
  const answer = await client.send("PATCH", "/api/users/me/preferences", { agentPanelCollapsed: !collapsed });
  expect(answer).toMatchObject({ status: 200, body: { agentPanelCollapsed: !collapsed } });
  expect((await client.get("/api/users/me/preferences")).body).toEqual(answer.body);
});

test("Trip routes › GET /api/trips: list of trip summaries", async () => {
  const { client } = await newNativePerson();
  const trip = await newTrip(client);
  const list = expectOk(await client.get("/api/trips"));
  expect(list.body).toContainEqual(
    expect.objectContaining({ id: textAt(trip, "id"), role: "owner", memberCount: 1, stopCount: 0 }),
  );
});

test("Trip routes › POST /api/trips: status 201 with the full trip DTO", async () => {
  const { client } = await newNativePerson();
  expect(await client.post("/api/trips", { title: "Kyoto" })).toMatchObject({
    status: 201,
    body: { title: "Kyoto", days: [], stops: [], members: [{ role: "owner" }], currency: expect.any(String) },
  });
});

test("Trip routes › GET /api/trips/{trip_id}: full trip DTO", async () => {
  const { client } = await newNativePerson();
  const trip = await newTrip(client);
  expect(await client.get(`/api/trips/${textAt(trip, "id")}`)).toMatchObject({
    status: 200,
    body: trip.body,
  });
});

test("Trip routes › PATCH trip rename: full trip DTO", async () => {
  const { client } = await newNativePerson();
  const trip = await newTrip(client);
  const path = `/api/trips/${textAt(trip, "id")}`;
  const renamed = await client.send("PATCH", path, { title: "Nara in autumn" });
  expect(renamed).toMatchObject({
    status: 200,
    body: { title: "Nara in autumn", members: [{ role: "owner" }] },
  });
  expect((await client.get(path)).body).toEqual(renamed.body);
});

test("Trip routes › PATCH user preferences: the written preference row", async () => {
  const { client } = await newBrowserPerson();
  const patch = { agentPanelCollapsed: true };
  const answer = await client.send("PATCH", "/api/users/me/preferences", patch);
  expect(answer).toMatchObject({ status: 200, body: patch });
});

test("Write echo › 6: dynamic responses carry `Cache-Control: private, no-store`", async () => {
  const { client } = await newNativePerson();
  const trip = await newTrip(client);
  const nobody = new HttpClient();
  const answers = {
    trips: await client.get("/api/trips"),
    trip: await client.get(`/api/trips/${textAt(trip, "id")}`),
    created: trip,
    preferences: await client.get("/api/users/me/preferences"),
    session: await client.get("/api/auth/get-session"),
    "no session": await nobody.get("/api/auth/get-session"),
    "sign-in": await nobody.post("/api/auth/sign-in/email", {
      email: "nobody@people.test",
      password: "12345678",
    }),
    start: await nobody.get("/api/mobile-auth/oauth/start?provider=idp-primary"),
    complete: await nobody.get("/api/mobile-auth/oauth/complete"),
    exchange: await nobody.post("/api/mobile-auth/oauth/exchange", { code: "x" }),
    avatar: await nobody.send("DELETE", "/api/users/avatar"),
    callback: await nobody.get("/api/auth/callback/idp-primary?code=x&state=y"),
    unauthenticated: await nobody.get("/api/trips"),
    unknown: await nobody.get("/api/no-such-path"),
    method: await nobody.send("PUT", "/api/auth/get-session"),
  };
  for (const [name, { headers }] of Object.entries(answers)) {
    expect([name, headers.get("cache-control")]).toEqual([name, "private, no-store"]);
  }
});

test("Write echo › 7: no response that varies by session is shared", async () => {
  const ann = await newBrowserPerson();
  const ben = await newBrowserPerson();
  for (const path of ["/api/trips", "/api/auth/get-session", "/api/users/me/preferences"]) {
    const [forAnn, forBen] = [await ann.client.get(path), await ben.client.get(path)];
    expect(forAnn.headers.get("cache-control"), path).toBe("private, no-store");
    for (const header of ["age", "x-cache", "x-vercel-cache", "x-nextjs-cache", "etag"]) {
      expect(forAnn.headers.get(header), `${path} ${header}`).toBeNull();
    }
    if (path !== "/api/users/me/preferences") expect(forAnn.text).not.toBe(forBen.text);
  }
});

test("Write echo › 5: what authorization rests on is never served from a cache: a change holds for the next request", async () => {
  const owner = await newNativePerson();
  const other = await newNativePerson();

  const tripId = await newSharedTrip(owner.client, other.client);
  const stop = { dayId: null, name: "Nijo Castle" };
  expect((await other.client.post(`/api/trips/${tripId}/stops`, stop)).status).toBe(201);
  expectOk(await owner.client.send("PATCH", `/api/trips/${tripId}/members/${other.id}`, { role: "viewer" }));
  expect((await other.client.post(`/api/trips/${tripId}/stops`, stop)).status).toBe(403);
  expectOk(await owner.client.send("DELETE", `/api/trips/${tripId}/members/${other.id}`));
  expect((await other.client.get(`/api/trips/${tripId}`)).status).toBe(404);
  expectOk(await other.client.post("/api/auth/sign-out"));
  expect((await other.client.get("/api/trips")).status).toBe(401);
});
