// @alone: starts rooms, whose address the service reads once
import { expect, test } from "vitest";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newMember, newTrip, readTrip } from "#tests/factories/trips.ts";
import { authApi } from "#tests/helpers/auth-api.ts";
import { send } from "#tests/helpers/handlers.ts";
import { liveService } from "#tests/realtime/live-service.ts";
import { openTrip, waitUntilChanged } from "#tests/realtime/open-trip.ts";

connectAccountEvents();

const live = liveService();

test("those who are in the trip see a new name at once, and that an account has gone", async () => {
  const bob = await newPerson();
  const trip = await newTrip(bob);
  const ann = await newMember(bob, trip, "editor");
  const [theirs, hers] = [await openTrip(live.api, bob, trip.id), await openTrip(live.api, ann, trip.id)];
  const { store } = theirs;
  const annIn = () => store.trip.members.find(({ userId }) => userId === ann.userId);

  await authApi().post("/update-user", { name: "Annie" }, { authorization: `Bearer ${ann.token}` });
  await waitUntilChanged(() => annIn()?.name === "Annie", store.changes.add);
  await waitUntilChanged(() => hers.store.seq === store.seq, hers.store.changes.add);
  expect(hers.store.trip.members).toEqual(store.trip.members);

  await send(accountApi.delete, { token: ann.token, body: {} });
  await waitUntilChanged(() => hers.connection === "signed-out", hers.connectionChanges.add);
  await waitUntilChanged(() => annIn()?.leftAt !== null, store.changes.add);
  expect(store.trip).toEqual(await readTrip(bob, trip.id));
  for (const session of [theirs, hers]) session.stop();
});

test("who inherits a trip goes on as its owner without a reload", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const heir = await newMember(ann, trip, "editor");
  const session = await openTrip(live.api, heir, trip.id);
  await send(accountApi.delete, { token: ann.token, body: {} });
  await waitUntilChanged(() => session.store.trip.role === "owner", session.store.changes.add);
  await waitUntilChanged(() => session.connection === "live", session.connectionChanges.add);
  const { seq } = await readTrip(heir, trip.id);
  await waitUntilChanged(() => session.store.trip.seq >= seq, session.store.changes.add);
  expect(session.store.trip).toEqual(await readTrip(heir, trip.id));
  session.stop();
});
