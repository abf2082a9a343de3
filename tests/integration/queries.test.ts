// @alone: sets the environment, which the service reads once
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { selectDueDecisions } from "#db/queries/decisions.ts";
import { markRead, updateQuotedExcerpt, selectInbox, selectInboxState } from "#db/queries/notifications.ts";
import { selectExpiredTrips } from "#db/queries/trash.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { patchTrip } from "#tests/factories/trips.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { insertManyUsers } from "#tests/helpers/crowd.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import { recordStatements, type SentStatement } from "#tests/helpers/statements.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";

const model = await useAgentModel();
await useStreetView();
afterAll(() => model.stop());

const TRIPS = 20_000;
/** Tables with fewer rows than this are rightly read as a whole. */
const BIG = 5000;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Index Name"?: string | undefined;
  Plans?: PlanNode[] | undefined;
}

const PlanNode: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  get Plans() {
    return z.array(PlanNode).optional();
  },
});
const Explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: PlanNode })]) })]);

async function planOf(text: string, values: unknown[] = []): Promise<PlanNode> {
  const { rows } = await freshDatabase().pool.query(text, values);
  const [
    {
      "QUERY PLAN": [{ Plan }],
    },
  ] = Explained.parse(rows);
  return Plan;
}

/** Returns the tables that a statement reads as a whole, with these values and with the plan for any values. */
async function tablesReadWhole({ text, values }: SentStatement): Promise<string[]> {
  const custom = await planOf(`explain (format json) ${text}`, values);
  const generic = await planOf(`explain (format json, generic_plan) ${text}`);
  return [custom, generic].flatMap(scannedIn);
}

function scannedIn(node: PlanNode): string[] {
  const inner = (node.Plans ?? []).flatMap(scannedIn);
  const relation = node["Relation Name"];
  return node["Node Type"] === "Seq Scan" && relation ? [relation, ...inner] : inner;
}

let scene: TripFixture;
let bigTables: Set<string>;

beforeAll(async () => {
  await insertManyUsers(TRIPS);
  scene = await newTripFixture();
  const { rows } = await freshDatabase().pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and reltuples > $1",
    [BIG],
  );
  bigTables = new Set(rows.map(({ name }) => name));
}, 300_000);

function ask(endpoint: Endpoint, input: SendInput): Promise<SentStatement[]> {
  return recordStatements(async () => {
    const sent = await send(endpoint, { ...input, token: scene.owner.token });
    expect(sent.status, sent.text).toBe(endpoint.status);
  });
}

const open = allEndpoints.filter(({ access }) => access !== "public");
const unnamed = new Set([
  "begin",
  "set transaction isolation level repeatable read, read only",
  "commit",
  "rollback",
]);

/** Endpoints that need nothing from the database except the session. */
const SESSION_ALONE: ReadonlySet<string> = new Set([
  "imports.previewTrip",
  "notifications.ticket",
  "places.search",
]);

test("the crowd is there", () => {
  expect([...bigTables]).toEqual(
    expect.arrayContaining([
      "trips",
      "trip_members",
      "days",
      "stops",
      "votes",
      "comments",
      "reservations",
      "attachments",
      "trip_events",
      "sessions",
      "users",
      "invites",
      "decisions",
      "suggestions",
      "items",
      "expenses",
      "settlements",
      "notifications",
      "comment_reads",
      "calendar_feeds",
      "push_subscriptions",
      "trip_notification_settings",
      "inbox_rooms",
      "verifications",
    ]),
  );
});

test.each(open.map((endpoint) => [endpoint.id, endpoint] as const))(
  "among 20,000 trips of other people %s reads no big table whole",
  async (_, endpoint) => {
    const own = await newTripFixture();
    const caller = endpoint.id === "trips.leave" ? own.viewer : own.owner;
    const input = await inputFor(endpoint.id, own, caller);
    const careful = { "idempotency-key": crypto.randomUUID(), "x-base-seq": "1" };
    const headers: Record<string, string> = endpoint.method === "GET" ? {} : careful;
    const said = await recordStatements(() => send(endpoint, { ...input, headers, token: caller.token }));
    const statements = said.filter(({ name }) => !unnamed.has(name));
    expect(statements.length).toBeGreaterThan(SESSION_ALONE.has(endpoint.id) ? 0 : 1);
    const whole: string[] = [];
    for (const statement of statements) {
      for (const table of await tablesReadWhole(statement)) {
        if (bigTables.has(table)) whole.push(`${statement.name}: ${table}`);
      }
    }
    expect(whole).toEqual([]);
  },
);

/**
 * Statements that may read a whole table in this test, because the planner expects that they need a large part of it.
 */
const BY_GUESS = new Set([
  // The plan is for a hundred rows at once, and twenty thousand trips are few for that.
  "mark_published",
  // Without the date's value, a third of all keys could be old; with it, the index is used.
  "delete_old_keys",
]);
/** Statements that an operator runs by hand now and then, and that concern all rows. */
const OF_EVERYTHING = new Set(["select_stray_ids", "select_trips_like", "select_live_objects"]);
const folder = join(import.meta.dirname, "../../db/queries");

test.each(readdirSync(folder))("no statement of db/queries/%s reads a big table whole", async (file) => {
  const exported: Record<string, unknown> = await import(/* @vite-ignore */ `../../db/queries/${file}`);
  const whole: string[] = [];
  for (const each of Object.values(exported)) {
    if (typeof each !== "function" || !("text" in each)) continue;
    const { name } = each;
    if (BY_GUESS.has(name) || OF_EVERYTHING.has(name)) continue;
    const text = String(each.text);
    const tables = scannedIn(await planOf(`explain (format json, generic_plan) ${text}`));
    whole.push(...tables.filter((table) => bigTables.has(table)).map((table) => `${name}: ${table}`));
  }
  expect(whole).toEqual([]);
});

test("a sequential scan over a big table would be seen", async () => {
  const found = await tablesReadWhole({
    name: "",
    text: "select * from stops where name = $1::text",
    values: ["x"],
  });
  expect(found).toEqual(["stops", "stops"]);
});

function nodesIn(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesIn)];
}

function ownerOf({ owner }: TripFixture): { userId: string } {
  return { userId: owner.userId };
}

describe("what grows with one trip or one person", () => {
  const entityId = uuidv7();
  const at = new Date();

  beforeAll(async () => {
    const { pool } = freshDatabase();
    // The statement inserts the notifications of a very active trip, nearly all of which are read.
    await pool.query(
      `insert into notifications (id, user_id, trip_id, kind, details, read_at)
         select uuidv7(), $1, $2, 'mention', json_build_object('entityId', gen_random_uuid()), case when n > 5 then now() end
         from generate_series(1, 20000) n`,
      [scene.owner.userId, scene.tripId],
    );
    await pool.query("analyze notifications");
  });

  test.each([
    [
      "quoting a comment anew",
      () => updateQuotedExcerpt(freshDatabase(), { tripId: scene.tripId, entityId, excerpt: null }),
      "notifications_trip_id_entity_id_idx",
    ],
    [
      "counting what is unread",
      () => selectInboxState(freshDatabase(), ownerOf(scene)),
      "notifications_unread_idx",
    ],
    [
      "the newest of an inbox",
      () => selectInbox(freshDatabase(), { ...ownerOf(scene), before: null, limit: 20 }),
      "notifications_user_id_idx",
    ],
    [
      "reading all",
      () => markRead(freshDatabase(), { ...ownerOf(scene), ids: null, upTo: null, at }),
      "notifications_unread_idx",
    ],
  ])("%s looks only for what it wants", async (_, work, index) => {
    const [said] = await recordStatements(work);
    const plan = await planOf(`explain (format json) ${said?.text}`, said?.values);
    expect(nodesIn(plan).map((node) => node["Index Name"])).toContain(index);
  });

  test.each([
    [selectDueDecisions, "decisions_deadline_idx"],
    [selectExpiredTrips, "trips_deleted_at_idx"],
  ] as const)("%o takes the longest waiting first without sorting all that wait", async ({ text }, index) => {
    const nodes = nodesIn(await planOf(`explain (format json, generic_plan) ${text}`));
    expect(nodes.map((node) => node["Index Name"])).toContain(index);
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
  });
});

function inTransaction(names: string[]): string[] {
  return names.slice(0, names.indexOf("commit") + 1);
}

describe("how often the database is asked", () => {
  // Deferred work of earlier tests would be counted here.
  beforeAll(awaitDeferredWork);

  test("to read a trip: once for the session, once for all of it", async () => {
    const said = await ask(tripsApi.get, { params: { tripId: scene.tripId } });
    expect(said.map(({ name }) => name)).toEqual(["session_by_token", "select_trip_by_session"]);
  });

  test("to list trips: once for the session, once for the list", async () => {
    expect((await ask(tripsApi.list, {})).map(({ name }) => name)).toEqual([
      "session_by_token",
      "select_trip_list",
    ]);
  });

  test("to add a stop: a handful of statements, however full the trip is", async () => {
    const input = () => inputFor(stopsApi.create.id, scene, scene.owner);
    const first = (await ask(stopsApi.create, await input())).map(({ name }) => name);
    const { endDate } = await patchTrip(scene.owner, scene.tripId, {
      startDate: "2026-11-14",
      endDate: "2026-12-14",
    });
    expect(endDate).toBe("2026-12-14");
    const second = (await ask(stopsApi.create, await input())).map(({ name }) => name);
    expect(inTransaction(second)).toEqual(inTransaction(first));
    expect(inTransaction(first)).toEqual([
      "begin",
      "session_by_token",
      "lock_trip",
      "select_slot",
      "count_members",
      // This statement runs when a stop has participants, because one of them may have been merged.
      "select_merged_into",
      "insert_stop",
      "log_write",
      "commit",
    ]);
  });
});
