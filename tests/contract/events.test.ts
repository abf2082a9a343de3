import { expect, test } from "vitest";
import { RawSocket } from "#tests/realtime/raw-socket.ts";
import { type HttpClient, valueAt } from "./http-client.ts";
import { expectOk, newNativePerson, type Person } from "./people.ts";
import { formWith, picture } from "./pictures.ts";
import { newSharedTrip, ticketFor } from "./trips.ts";

async function openRoom(client: HttpClient, tripId: string): Promise<RawSocket> {
  const { url, ticket } = await ticketFor(client, tripId);
  const socket = new RawSocket(`${url}?protocol=1&ticket=${ticket}`);
  await socket.next("hello");
  return socket;
}

function opsHeard(socket: RawSocket): string[] {
  return socket.heard.flatMap((message) => (message.type === "event" ? [message.event.op] : []));
}

async function memberOf(client: HttpClient, tripId: string, { id }: Person): Promise<unknown> {
  const members = [valueAt(await client.get(`/api/trips/${tripId}/members`))].flat();
  return members.find((member) => Object(member).userId === id);
}

test("Events › members invalidation events are published after a user name change, synchronized to trip member projections", async () => {
  const [owner, other] = [await newNativePerson(), await newNativePerson({ name: "Ben Wu" })];
  const trips = [
    await newSharedTrip(owner.client, other.client),
    await newSharedTrip(owner.client, other.client),
  ];
  const sockets = await Promise.all(trips.map((tripId) => openRoom(owner.client, tripId)));
  expectOk(await other.client.post("/api/auth/update-user", { name: "Benedikt Wu" }));
  for (const [index, tripId] of trips.entries()) {
    const socket = sockets[index];
    await expect
      .poll(() => socket && opsHeard(socket))
      .toEqual(expect.arrayContaining(["member.updated", "members.invalidated"]));
    expect(await memberOf(owner.client, tripId, other)).toMatchObject({ name: "Benedikt Wu" });
    socket?.close();
  }
});

test("Events › members invalidation events are published after a user image change, synchronized to trip member projections", async () => {
  const [owner, other] = [await newNativePerson(), await newNativePerson()];
  const tripId = await newSharedTrip(owner.client, other.client);
  const socket = await openRoom(owner.client, tripId);
  const uploaded = expectOk(await other.client.post("/api/users/avatar", formWith(await picture())));
  await expect
    .poll(() => opsHeard(socket))
    .toEqual(expect.arrayContaining(["member.updated", "members.invalidated"]));
  expect(await memberOf(owner.client, tripId, other)).toMatchObject({ image: valueAt(uploaded, "image") });
  socket.close();
});

test("Events › realtime: a per-trip WebSocket channel delivers trip updates to collaborating clients", async () => {
  const [owner, other] = [await newNativePerson(), await newNativePerson()];
  const tripId = await newSharedTrip(owner.client, other.client);
  const socket = await openRoom(other.client, tripId);
  expectOk(await owner.client.post(`/api/trips/${tripId}/stops`, { dayId: null, name: "Gion" }));
  expect(await socket.next("event")).toMatchObject({
    event: { op: "stop.created", entity: { name: "Gion" } },
  });
  socket.close();
});

test("Events › no update is told to who changed nothing: a rename to the same name writes no event", async () => {
  const [owner, other] = [await newNativePerson(), await newNativePerson({ name: "Ben Wu" })];
  const tripId = await newSharedTrip(owner.client, other.client);
  const seq = async () => valueAt(await owner.client.get(`/api/trips/${tripId}`), "seq");
  const before = await seq();
  expectOk(await other.client.post("/api/auth/update-user", { name: " Ben Wu " }));
  expectOk(await owner.client.send("PATCH", `/api/trips/${tripId}`, { title: "After the rename" }));
  expect(await seq()).toBe(Number(before) + 1);
});
