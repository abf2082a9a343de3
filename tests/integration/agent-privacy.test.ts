import { expect, test } from "vitest";
import { asSeenByAll } from "#lib/server/agent/tools/shared-trip.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import type { AgentTool } from "#lib/shared/agent-tools.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { newComment, newInvite, newItem, newPlaceholder, readTrip } from "#tests/factories/trips.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";
import { newMoneyFixture } from "#tests/helpers/expenses.ts";
import { send } from "#tests/helpers/handlers.ts";

const short = (id: string) => id.slice(-8);
const secret = (what: string) => `PLANTED ${what}`;

test("nothing that is not everybody's is told by any tool, not even to whom it belongs", async () => {
  const scene = await newMoneyFixture();
  const { tripId, trip, owner, editor, stop, ids } = scene;
  const money = expenseSharedBy(987_654, "JPY", ids.editor, ids.owner);
  const made = await newExpense(editor, tripId, money, {
    private: true,
    title: secret("expense"),
    stopId: stop.id,
  });
  const target = { kind: "expense" as const, id: made.id };
  await newComment(editor, tripId, { target, body: secret("comment"), mentions: [ids.owner] });
  await newAttachment(editor, tripId, { target, name: `${secret("file")}.pdf` });
  await newSettlement(editor, tripId, {
    from: ids.owner,
    to: ids.editor,
    amount: 987_653,
    currency: "JPY",
    private: true,
    note: secret("settlement"),
  });
  await newItem(editor, tripId, { text: secret("item"), isPrivate: true });
  const hidden = await newItem(editor, tripId, { text: "Ring", isPrivate: true });
  const invite = await newInvite(owner, tripId, { email: "planted@example.test" });
  await newPlaceholder(owner, tripId);
  await newExpense(owner, tripId, expenseSharedBy(1000, "JPY", ids.owner, ids.editor));
  const run = await newToolRun(editor, tripId);
  const dayId = trip.days[0]?.id ?? "";
  const calls: [AgentTool, object][] = [
    ["read_trip", {}],
    ["read_day", { dayId }],
    ["read_balances", {}],
    ["read_history", { limit: 50 }],
    ["search_places", { query: "Kyoto" }],
    ["find_nearby", { lat: 35.02107, lng: 135.75385, query: "Kyoto" }],
    ["look_at_street", { lat: 35, lng: 135 }],
    ["check_trip", {}],
    ["estimate_route", { dayId }],
    ["preview_dates", { startDate: "2026-11-14", endDate: "2026-11-14", mode: "keep" }],
  ];
  for (const [name, input] of calls) {
    const { told, step, cards } = await callTool(run, name, input);
    const text = JSON.stringify([told, step, cards]);
    expect([name, text]).toEqual([name, expect.not.stringMatching(/PLANTED|planted@|98765|987,65|Ring/)]);
    expect(text).not.toContain(invite.token);
    expect(text).not.toContain(editor.email);
    expect(text).not.toContain(short(hidden.id));
  }
  // The agent reads the same trip for every user.
  const readers = await Promise.all([owner, editor, scene.viewer].map((person) => readTrip(person, tripId)));
  const [ofOwner, ofEditor, ofViewer] = readers.map(asSeenByAll);
  expect(ofEditor).toEqual(ofViewer);
  expect(ofOwner).toEqual(ofViewer);
  expect(readers[1]?.items).not.toEqual(ofEditor?.items);
  // An item that is now visible to all members is reported to the agent.
  const body = { isPrivate: false };
  await send(itemsApi.update, { params: { tripId, itemId: hidden.id }, body, token: editor.token });
  expect(JSON.stringify((await callTool(run, "read_trip", {})).told)).toContain("Ring");
  expect((await send(settlementsApi.list, { params: { tripId }, token: editor.token })).text).toContain(
    "PLANTED",
  );
});
