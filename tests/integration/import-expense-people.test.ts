import { v7 as uuidv7 } from "uuid";
import { afterEach, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { enterAsGuest } from "#tests/factories/guests.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newInvite, newPlaceholder, readTrip } from "#tests/factories/trips.ts";
import { memberOf, signInAs } from "#tests/factories/guest-fixture.ts";
import {
  balancesByName,
  GROUP_CSV,
  miasTrip,
  GROUP_BALANCES,
  NOTHING_LOST,
  preview,
  sendFile,
} from "#tests/helpers/expense-imports.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { expectInvalid } from "#tests/helpers/refusals.ts";

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);

function people(...who: string[]) {
  return { query: { people: who.join() } };
}

test("people are whoever the request says", async () => {
  const { mia, trip } = await miasTrip();
  const add = { params: { tripId: trip.id }, body: { name: "Annie" } };
  const annie = (await call(membersApi.addPlaceholder, add, as(mia))).data.id;
  const me = trip.members[0]?.id ?? "";
  const text = GROUP_CSV.replace("Mia", "M.");
  expectInvalid(await sendFile(mia, trip.id, text, people(me, annie)), [
    "query.people",
    "The file has 3 people, and this names 2.",
  ]);
  expectInvalid(await sendFile(mia, trip.id, text, people(me, me, uuidv7())), [
    "query.people.2",
    "This is no member of the trip.",
  ]);
  expectInvalid(await sendFile(mia, trip.id, text, people(me, "Ana", "new")), [
    "query.people",
    "List a member's id or “new” for each person, with commas.",
  ]);
  const sent = await sendFile(mia, trip.id, text, people(me, annie, "new"));
  expect(sent.body).toMatchObject({ members: 1 });
  const { JPY, EUR } = GROUP_BALANCES;
  expect(balancesByName(await readTrip(mia, trip.id))).toEqual({
    JPY: { Mia: JPY.Mia, Annie: JPY.Ana, "=Ben": JPY["=Ben"] },
    EUR: { Mia: EUR.Mia, Annie: EUR.Ana, "=Ben": EUR["=Ben"] },
  });
});

test("two people of a file can be one member, or one who has left", async () => {
  const { mia, trip } = await miasTrip();
  const add = { params: { tripId: trip.id }, body: { name: "Ana" } };
  const ana = (await call(membersApi.addPlaceholder, add, as(mia))).data.id;
  await call(membersApi.removePlaceholder, { params: { tripId: trip.id, memberId: ana } }, as(mia));
  const me = trip.members[0]?.id ?? "";
  const found = await preview(mia, trip.id, GROUP_CSV);
  expect(found.people.map(({ memberId }) => memberId)).toEqual([me, ana, null]);
  const sent = await sendFile(mia, trip.id, GROUP_CSV, people(me, ana, me));
  // Ana's payment to Mia stays a settlement, and no member is added.
  expect(sent.body).toEqual({ expenses: 3, settlements: 1, members: 0, skipped: 0, ...NOTHING_LOST });
  const { JPY, EUR } = GROUP_BALANCES;
  expect(balancesByName(await readTrip(mia, trip.id))).toEqual({
    JPY: { Mia: JPY.Mia + JPY["=Ben"], Ana: JPY.Ana },
    EUR: { Mia: EUR.Mia + EUR["=Ben"], Ana: EUR.Ana },
  });
  const alone = await sendFile(mia, trip.id, GROUP_CSV, {
    query: { people: [me, me, me].join(), known: "add" },
  });
  expect(alone.body).toEqual({ expenses: 3, settlements: 0, members: 0, skipped: 1, ...NOTHING_LOST });
});

test("whoever turned out to be a member is them when a newer file names them", async () => {
  const { mia, trip } = await miasTrip();
  await sendFile(mia, trip.id, GROUP_CSV);
  const before = await readTrip(mia, trip.id);
  const idOf = (name: string) => before.members.find((member) => member.name === name)?.id ?? "";
  const [ana, ben] = [idOf("Ana"), idOf("=Ben")];
  const merge = { params: { tripId: trip.id, memberId: ana }, body: { into: ben } };
  await call(membersApi.mergePlaceholder, merge, as(mia));
  const newer = `${GROUP_CSV}2026-11-18,Tea,Dining out,300,JPY,200,-100,-100\n`;
  const found = await preview(mia, trip.id, newer);
  expect(found.people.map(({ memberId }) => memberId)).toEqual([idOf("Mia"), ben, ben]);
  expect((await sendFile(mia, trip.id, newer)).body).toMatchObject({ expenses: 1, members: 0 });
  const asked = people(idOf("Mia"), ana, ben).query;
  await sendFile(mia, trip.id, newer.replace("Tea", "Coffee"), { query: asked });
  const { members: _, ...rest } = await readTrip(mia, trip.id);
  expect(rest.expenses.map(({ title }) => title)).toEqual(expect.arrayContaining(["Tea", "Coffee"]));
  expect(JSON.stringify(rest)).not.toContain(ana);
});

test("whoever was a guest on another device is the member whom they have signed in as", async () => {
  const { owner, editor, tripId } = await newTripFixture();
  const name = "Ed on a phone";
  const own = memberOf((await readTrip(owner, tripId)).members, editor.userId).id;
  // One guest comes with a member row of their own, the other one takes over a placeholder.
  const open = await newInvite(owner, tripId);
  await signInAs(editor, await enterAsGuest(open.token, name));
  const { id: memberId } = await newPlaceholder(owner, tripId, "Eddie");
  const kept = await newInvite(owner, tripId, { memberId });
  await signInAs(editor, await enterAsGuest(kept.token, name));
  const ghosts = (await readTrip(owner, tripId)).members.filter(({ leftAt }) => leftAt !== null);
  expect(ghosts).toHaveLength(2);

  const names = [...new Set(ghosts.map((ghost) => ghost.name))];
  expect(names).toContain(name);
  const text = `Date,Description,Category,Cost,Currency,Cy,${names.join()}\n2026-11-14,Tea,General,300,JPY,${[300, ...names.map(() => -300 / names.length)].join()}\n`;
  const found = await preview(owner, tripId, text);
  expect(found.people.map((person) => person.memberId)).toEqual([null, ...names.map(() => own)]);
  expect((await sendFile(owner, tripId, text)).body).toMatchObject({ expenses: 1, members: 1 });
  for (const [place, { id }] of ghosts.entries()) {
    const named = text.replaceAll("Tea", `Tea ${place}`);
    const { query } = people("new", ...names.map(() => id));
    expect((await sendFile(owner, tripId, named, { query })).body).toMatchObject({ expenses: 1 });
  }
  const { expenses } = await readTrip(owner, tripId);
  for (const { money } of expenses) expect(money.split.parts.map((part) => part.memberId)).toContain(own);
  for (const { id } of ghosts) expect(JSON.stringify(expenses)).not.toContain(id);
});
