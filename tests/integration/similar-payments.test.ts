import { expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { newSettlement } from "#tests/factories/money.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { newMoneyFixture, postSettlement } from "#tests/helpers/expenses.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";

async function newPayment() {
  const scene = await newMoneyFixture();
  const { ids } = scene;
  const sum = { from: ids.editor, to: ids.owner, amount: 1500, currency: "JPY", paidOn: "2026-05-12" };
  return { ...scene, sum };
}

test("a payment that somebody else has recorded is asked about, and added when it is another one", async () => {
  const { tripId, owner, editor, sum } = await newPayment();
  const first = await newSettlement(owner, tripId, sum);
  const body = { ...sum, id: uuidv7(), paidOn: "2026-05-15" };
  const asked = await postSettlement(editor, tripId, body);
  const message =
    'Somebody else recorded the same payment on 2026-05-12. Send "evenIfSimilar": true if this is another one.';
  expectRefused(asked, 409, "SIMILAR_PAYMENT", message, { details: { current: first } });
  expect((await readTrip(owner, tripId)).settlements).toEqual([first]);
  const added = await postSettlement(editor, tripId, { ...body, evenIfSimilar: true });
  expect(added).toMatchObject({ status: 201, body: { id: body.id, paidOn: "2026-05-15" } });
  for (const again of [{ ...body, evenIfSimilar: true }, body])
    expect(await postSettlement(editor, tripId, again)).toMatchObject({ status: 200, body: added.body });
  expect((await readTrip(owner, tripId)).settlements).toHaveLength(2);
});

test("one's own are no question, nor what differs in anything, is deleted, or is not theirs to see", async () => {
  const { tripId, owner, editor, ids, sum } = await newPayment();
  const first = await newSettlement(owner, tripId, sum);
  await newSettlement(owner, tripId, sum);
  for (const other of [
    { from: sum.to, to: sum.from },
    { to: ids.viewer },
    { amount: 1501 },
    { currency: "KRW", rate: { value: "0.1" } },
    { paidOn: "2026-05-16" },
    { paidOn: "2026-05-08" },
  ])
    expect(await postSettlement(editor, tripId, { ...sum, ...other })).toMatchObject({ status: 201 });
  const { settlements } = await readTrip(owner, tripId);
  const theirs = settlements.filter(({ createdBy, from, paidOn }) => {
    return createdBy === first.createdBy && from === sum.from && paidOn === sum.paidOn;
  });
  for (const { id } of theirs)
    await send(settlementsApi.delete, { params: { tripId, settlementId: id }, token: owner.token });
  expect((await postSettlement(editor, tripId, sum)).status).toBe(201);
  const apart = { from: ids.owner, to: ids.viewer, amount: 7, currency: "JPY", paidOn: "2026-05-12" };
  await newSettlement(owner, tripId, { ...apart, private: true });
  expect((await postSettlement(editor, tripId, apart)).status).toBe(201);
});

test("recorded by both at the same moment it is added once, and the other is asked", async () => {
  const { tripId, owner, editor, sum } = await newPayment();
  const both = await Promise.all([owner, editor].map((by) => postSettlement(by, tripId, sum)));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect((await readTrip(owner, tripId)).settlements).toHaveLength(1);
});
