// @alone: sets the environment, which the service reads once
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { accounts } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { AccountExport } from "#lib/shared/account.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { usersApi } from "#lib/shared/api/users.ts";
import { LIST_KINDS, LIST_NAMES } from "#lib/shared/resources/list-resources.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import { newListRow } from "#tests/factories/list-rows.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import {
  newComment,
  newDecision,
  newInvite,
  newItem,
  newStop,
  newSuggestion,
  readTrip,
} from "#tests/factories/trips.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";
import { newSubscription } from "#tests/helpers/subscriptions.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";

const model = await useAgentModel();
afterAll(() => model.stop());

interface Kept {
  /** An SQL condition for the rows that belong to a user ($1) or member ($2). */
  own: string;
  /** An SQL expression for a text of the user's row that the export must contain. */
  mark: string;
}

/** The tables whose rows of a user are in the user's export. */
const EXPORTED: Record<string, Kept> = {
  users: { own: "id = $1", mark: "id" },
  accounts: { own: "user_id = $1", mark: "account_id" },
  sessions: { own: "user_id = $1", mark: "id" },
  user_preferences: { own: "user_id = $1", mark: `'"theme":"' || theme || '"'` },
  push_subscriptions: { own: "user_id = $1", mark: "id" },
  notifications: { own: "user_id = $1", mark: "id" },
  trip_notification_settings: { own: "user_id = $1", mark: `'"notificationSettings":{"mention":"off"}'` },
  trips: { own: "id in (select trip_id from trip_members where user_id = $1)", mark: "id" },
  trip_members: { own: "user_id = $1", mark: "id" },
  invites: { own: "created_by = $2", mark: "id" },
  days: { own: "id in (select entity_id from trip_events where actor_id = $1)", mark: "id" },
  stops: { own: "created_by = $1", mark: "id" },
  votes: { own: "member_id = $2", mark: `'"memberId":"' || member_id || '","value":' || value` },
  reservations: { own: "created_by = $1", mark: "id" },
  attachments: { own: "member_id = $2", mark: "id" },
  decisions: { own: "created_by = $1", mark: "id" },
  suggestions: { own: "member_id = $2", mark: "id" },
  agent_messages: { own: "member_id = $2 and role = 'user'", mark: "id" },
  items: { own: "created_by = $1", mark: "id" },
  ...Object.fromEntries(LIST_NAMES.map((list) => [list, { own: "created_by = $1", mark: "id" }])),
  expenses: { own: "created_by = $2", mark: "id" },
  settlements: { own: "created_by = $2", mark: "id" },
  comments: { own: "member_id = $2", mark: "id" },
  comment_reads: { own: "member_id = $2", mark: `'"upTo":"' || up_to || '"'` },
  calendar_feeds: { own: "member_id = $2", mark: "id" },
  trip_events: { own: "actor_id = $1", mark: `'"seq":' || seq || ','` },
};

/** The tables whose rows are in no export, each with the reason. */
const EXCEPTED: Record<string, string> = {
  two_factors: "secrets; that there is a second factor stands in the profile",
  verifications: "codes and links that wait for an hour or so, and marks of trusted devices, all hashed",
  idempotency_keys: "copies of answers to the person's own requests, for a week",
  client_ids: "that an id was used, and a hash of what for",
  profile_changes: "work under way: whose trips are still to be told of a name",
  account_deletions: "work under way, for accounts that are gone",
  guest_claims: "work under way: guests who have just signed in",
  agent_threads: "of a trip, not of a person: how far its agent has come",
  agent_runs: "what became of a question, which is exported itself",
  agent_events: "the same questions and answers, as they came",
  background_work: "how work of the service itself goes",
  installation: "which installation this is",
  place_searches: "answers of a server of places, of which nobody can tell who asked",
  open_service_answers: "answers of open services, of which nobody can tell who asked",
  open_service_turns: "when an open service may be asked again",
  inbox_rooms: "whether the inbox is open somewhere right now",
};

let scene: TripFixture;
let ann: Person;
let memberId: string;

async function did(endpoint: Endpoint, input: SendInput): Promise<void> {
  const sent = await send(endpoint, { params: { tripId: scene.tripId }, token: ann.token, ...input });
  expect(sent.status, sent.text).toBeLessThan(300);
}

/** Creates an editor who has rows in every table that can have rows of a user. */
beforeAll(async () => {
  scene = await newTripFixture();
  const { tripId, trip, stop, owner } = scene;
  ann = scene.editor;
  memberId = (await readTrip(ann, tripId)).members.find(({ userId }) => userId === ann.userId)?.id ?? "";
  const row = { id: uuidv7(), userId: ann.userId, accountId: "subject-7", providerId: "idp-primary" };
  await freshDatabase().drizzle.insert(accounts).values(row);
  await did(usersApi.updatePreferences, { params: {}, body: { theme: "dark" } });
  await did(notificationsApi.subscribe, { params: {}, body: newSubscription() });
  await did(notificationsApi.updateSettings, { body: { mention: "off" } });
  await did(notificationsApi.updateSettings, { body: { mention: null, suggestion: "off" } });
  await newInvite(ann, tripId, { email: "carl@people.test" });
  await did(daysApi.update, {
    params: { tripId, dayId: trip.days[0]?.id ?? "" },
    body: { title: "Ann's day" },
  });
  const own = await newStop(ann, trip, { name: "Ann's stop" });
  await did(stopsApi.vote, { params: { tripId, stopId: own.id }, body: { value: 1 } });
  const booking = await newReservation(ann, tripId, { title: "Ann's room" });
  await newAttachment(ann, tripId, { target: { kind: "reservation", id: booking.id }, name: "anns.pdf" });
  await newDecision(ann, tripId, { title: "Ann's question" });
  const renaming = { op: "stops.update" as const, entityId: stop.id, input: { name: "Ann's wish" } };
  await newSuggestion(ann, tripId, { changes: [renaming] });
  await did(agentApi.ask, { body: { text: "Ann's plea" } });
  await newItem(ann, tripId, { text: "Ann's secret", isPrivate: true });
  await newItem(ann, tripId, { text: "Ann's tent" });
  for (const kind of LIST_KINDS) await newListRow(kind, ann, tripId);
  const theirs = (await readTrip(owner, tripId)).members.find(({ userId }) => userId === owner.userId);
  await newExpense(ann, tripId, expenseSharedBy(900, "JPY", memberId), {
    title: "Ann's soba",
    private: true,
  });
  await newExpense(ann, tripId, expenseSharedBy(901, "JPY", memberId, theirs?.id ?? ""), {
    title: "Ann's udon",
  });
  const gift = expenseSharedBy(902, "JPY", theirs?.id ?? "");
  await newExpense(owner, tripId, gift, { title: "Others' gift", private: true });
  const back = { from: memberId, to: theirs?.id ?? "", amount: 450, currency: "JPY" };
  await newSettlement(ann, tripId, { ...back, note: "Ann's debt" });
  await newComment(ann, tripId, { body: "Ann's words" });
  const mention = await newComment(owner, tripId, { body: "Others' words", mentions: [memberId] });
  await did(commentsApi.read, { body: { target: { kind: "trip", id: tripId }, upTo: mention.id } });
  await did(notificationsApi.updateSettings, { body: { suggestion: null, mention: "off" } });
  await did(feedsApi.create, { body: {} });
});

function manyExpenses(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => `2026-11-14,Coffee ${n},Dining out,300,JPY,150,-150`);
  return ["Date,Description,Category,Cost,Currency,Cleo,Dan", ...rows].join("\n");
}

async function exported(): Promise<string> {
  const sent = await send(accountApi.export, { token: ann.token });
  expect(sent.status, sent.text).toBe(200);
  AccountExport.parse(sent.body);
  return JSON.stringify(sent.body);
}

/** Returns Ann's rows that are not in her export. */
async function missingFrom(text: string): Promise<string[]> {
  const missing: string[] = [];
  for (const [table, { own, mark }] of Object.entries(EXPORTED)) {
    // The query refers to both parameters, because PostgreSQL rejects parameters that are unused.
    const query = `select (${mark})::text as mark from "${table}" where (${own}) and ($1::uuid, $2::uuid) is not null`;
    const { rows } = await freshDatabase().pool.query<{ mark: string }>(query, [ann.userId, memberId]);
    if (rows.length === 0) missing.push(`${table}: the scene has none`);
    missing.push(...rows.filter((row) => !text.includes(row.mark)).map((row) => `${table}: ${row.mark}`));
  }
  return missing;
}

describe("the export of an account", () => {
  test("knows of every table whether it has something of the account", async () => {
    const { rows } = await freshDatabase().pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    );
    const known = [...Object.keys(EXPORTED), ...Object.keys(EXCEPTED)];
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name));
  });

  test("has all of it while they are in the trip", async () => {
    const text = await exported();
    expect(await missingFrom(text)).toEqual([]);
    expect(text).not.toContain("Others' gift");
  });

  test("has expenses that don't come with the trip any more", async () => {
    const { tripId, owner } = scene;
    const file = fileForm(manyExpenses(450), "group.csv");
    const sent = await send(importsApi.createExpenses, {
      params: { tripId },
      token: owner.token,
      form: file,
    });
    expect(sent.status, sent.text).toBe(200);
    const titles = AccountExport.parse(JSON.parse(await exported()))
      .trips.find(({ trip }) => trip.id === tripId)
      ?.expenses.map(({ title }) => title);
    expect(titles?.filter((title) => title.startsWith("Coffee"))).toHaveLength(450);
    expect(new Set(titles).size).toBe(titles?.length);
  });

  test("has all of it, and no more than theirs, when they have left", async () => {
    await did(tripsApi.leave, {});
    const text = await exported();
    expect(await missingFrom(text)).toEqual([]);
    for (const words of [
      "stop",
      "room",
      "question",
      "wish",
      "secret",
      "tent",
      "words",
      "day",
      "soba",
      "debt",
    ])
      expect(text).toContain(`Ann's ${words}`);
    for (const words of [
      "Others' words",
      "Others' gift",
      "Coffee",
      "Kiyomizu-dera",
      "Kyoto",
      "carl@people.test",
    ])
      expect(text).not.toContain(words);
  });

  test("has none of what opens a door", async () => {
    const { rows } = await freshDatabase().pool.query<{ secret: string }>(
      `select endpoint as secret from push_subscriptions union all select p256dh from push_subscriptions
         union all select auth from push_subscriptions union all select token_hash from calendar_feeds
         union all select token_hash from invites union all select token from sessions
         union all select object_key from attachments`,
    );
    const text = await exported();
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter(({ secret }) => text.includes(secret))).toEqual([]);
    for (const word of ["/api/calendar/", "/invite/"]) expect(text).not.toContain(word);
  });
});
