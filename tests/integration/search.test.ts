import { expect, test } from "vitest";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { searchApi } from "#lib/shared/api/search.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newStop, newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";

async function found(person: Person, q: string, limit = "20"): Promise<string[]> {
  const sent = await send(searchApi.find, { query: { q, limit }, token: person.token });
  expect(sent.status, sent.text).toBe(200);
  return (sent.body as { kind: string; title: string }[]).map(({ kind, title }) => `${kind}: ${title}`);
}

test("is for people who are signed in, and for a question", async () => {
  expectUnauthenticated(await send(searchApi.find, { query: { q: "kyoto" } }));
  const { token } = await newPerson();
  expectInvalid(await send(searchApi.find, { query: { q: "  " }, token }), ["query.q", "Fill this in."]);
});

test("finds trips, stops, reservations, expenses and people, names that begin so first, in the caller's trips alone", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann, { title: "Autumn", destination: { name: "Kyoto" } });
  const stranger = await newPerson();
  await newTrip(stranger, { title: "Kyoto by a stranger" });
  await newStop(ann, trip, { name: "Old Kyoto house" });
  await newStop(ann, trip, { name: "Kyoto Tower" });
  const body = { kind: "lodging", title: "Kanra", confirmation: "HK-1", from: { name: "Kanra, Kyoto" } };
  await send(reservationsApi.create, { params: { tripId: trip.id }, body, token: ann.token });
  expect(await found(ann, "kyoto")).toEqual([
    "stop: Kyoto Tower",
    "trip: Autumn",
    "stop: Old Kyoto house",
    "reservation: Kanra",
  ]);
  expect(await found(ann, "TOWER  kyoto")).toEqual(["stop: Kyoto Tower"]);
  expect(await found(ann, "hk-1")).toEqual(["reservation: Kanra"]);
  expect(await found(ann, "kyoto", "1")).toEqual(["stop: Kyoto Tower"]);
  const [own = { id: "" }] = trip.members;
  const dinner = { title: "Dinner", notes: "Kyoto station" };
  await newExpense(ann, trip.id, expenseSharedBy(900, "JPY", own.id), dinner);
  await newExpense(ann, trip.id, expenseSharedBy(900, "JPY", own.id), { title: "Kyoto ring", private: true });
  expect(await found(ann, "kyoto")).toEqual([
    "stop: Kyoto Tower",
    "expense: Kyoto ring",
    "trip: Autumn",
    "stop: Old Kyoto house",
    "reservation: Kanra",
    "expense: Dinner",
  ]);
  const bob = await newMember(ann, trip, "viewer");
  expect(await found(bob, "ring")).toEqual([]);
  expect(await found(bob, "dinner")).toEqual(["expense: Dinner"]);
  expect(await found(ann, bob.name)).toEqual([`person: ${bob.name}`]);
  expect(await found(bob, "tower")).toEqual(["stop: Kyoto Tower"]);
});

test("takes what was typed as it is, in any script, and forgets what was deleted or left", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann, { title: "100%_trip" });
  const stop = await newStop(ann, trip, { name: "清水寺，早上去" });
  expect(await found(ann, "0%_t")).toEqual(["trip: 100%_trip"]);
  expect(await found(ann, "%")).toEqual(["trip: 100%_trip"]);
  expect(await found(ann, "清水")).toEqual(["stop: 清水寺，早上去"]);
  const bob = await newMember(ann, trip, "editor");
  await send(stopsApi.delete, { params: { tripId: trip.id, stopId: stop.id }, token: ann.token });
  expect(await found(ann, "清水")).toEqual([]);
  await send(tripsApi.leave, { params: { tripId: trip.id }, token: bob.token });
  expect(await found(bob, "100")).toEqual([]);
  await send(tripsApi.delete, { params: { tripId: trip.id }, token: ann.token });
  expect(await found(ann, "100")).toEqual([]);
});

test("finds what is written in any letters by the same letters", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  for (const name of ["CAFÉ ÄRGER", "ΣΑΣ", "İstanbul", "ẞtraße", "東京タワー", "50%_off \\x", "👩‍👩‍👧‍👦"]) {
    await newStop(ann, trip, { name });
    expect(await found(ann, name)).toEqual([`stop: ${name}`]);
  }
});
