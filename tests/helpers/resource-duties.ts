import * as z from "zod";
import { isWriteKind } from "#lib/client/writes/write-kinds.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { checkIntegrity } from "#lib/server/operator/check-integrity.ts";
import { provisionUser } from "#lib/server/account/provisioning.ts";
import { hasInverse } from "#lib/server/undo/inverses.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { searchApi } from "#lib/shared/api/search.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { type EventOp, TripEvent } from "#lib/shared/events.ts";
import { newPerson } from "#tests/factories/people.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { OPERATION_NAMES } from "#tests/realtime/fuzz-operations.ts";
import { copiedByFile } from "./copied-trips.ts";
import { send } from "./handlers.ts";
import { INPUTS } from "./inputs.ts";
import { filledFixture } from "./filled-fixture.ts";

/*
 * Checks of what each list of the whole trip needs. If a new resource missed one of these, a copy, an export or an undo
 * would lose its rows silently. Each check runs on a trip that has a row in every list.
 */

/** Whether a list's rows are where the check says that they must be. */
type Holds = (list: string) => boolean | Promise<boolean>;
type Body = Record<string, unknown>;

export interface FilledTrip {
  scene: TripFixture;
  trip: Body;
}

export async function newFilledTrip(): Promise<FilledTrip> {
  const scene = await filledFixture();
  return { scene, trip: (await readTrip(scene.owner, scene.tripId)) as unknown as Body };
}

function isList(schema: unknown): boolean {
  return (
    schema instanceof z.ZodArray && schema.element instanceof z.ZodObject && "id" in schema.element.shape
  );
}

/** Returns the names of the lists of rows in the whole-trip schema. */
export function listsOf(dto: z.ZodObject): string[] {
  return Object.entries(dto.shape).flatMap(([name, schema]) => (isList(schema) ? [name] : []));
}

/**
 * Returns the singular of a list's name (`stops` → `stop`): events' ops begin with it, and the writes are named after
 * it.
 */
export function singularOf(list: string): string {
  return list.replace(/ies$/, "y").replace(/s$/, "");
}

export function opsOf(list: string): EventOp[] {
  const ops = TripEvent.options.map(({ shape }) => shape.op.value);
  return ops.filter((op): op is EventOp => op.startsWith(`${singularOf(list)}.`));
}

const isFilled = (body: unknown): Holds => {
  const lists = z.record(z.string(), z.unknown()).parse(body);
  return (list) => Array.isArray(lists[list]) && lists[list].length > 0;
};

function rowsOf({ trip }: FilledTrip, list: string) {
  return z.array(z.looseObject({ id: z.string() })).safeParse(trip[list]).data ?? [];
}

function idOf(lived: FilledTrip, list: string): string {
  return rowsOf(lived, list)[0]?.id ?? "";
}

/** A table has its list's name, except that the members' table is called `trip_members`. */
const tableOf = (list: string) => (list === "members" ? "trip_members" : list);

async function tables(): Promise<ReadonlySet<string>> {
  const { rows } = await freshDatabase().pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  return new Set(rows.map(({ name }) => name));
}

/** The checks by their names; each can be run for any list. */
export const DUTIES: Readonly<Record<string, (lived: FilledTrip) => Holds | Promise<Holds>>> = {
  "is in the whole trip": ({ trip }) => isFilled(trip),

  "is in the trip as it was": async ({ scene, trip }) => {
    const query = { seq: String(trip["seq"]) };
    const sent = await send(tripsApi.snapshot, {
      params: { tripId: scene.tripId },
      query,
      token: scene.owner.token,
    });
    return isFilled(sent.body);
  },

  "is in the trip's file": async ({ scene }) => {
    const input = { params: { tripId: scene.tripId }, query: { format: "json" }, token: scene.owner.token };
    return isFilled((await send(exportsApi.read, input)).body);
  },

  "comes back from the trip's file": async ({ scene }) =>
    isFilled(await copiedByFile(scene.owner, scene.tripId)),

  "is in a copy of the trip": async ({ scene }) => {
    const input = { params: { tripId: scene.tripId }, body: {}, token: scene.owner.token };
    return isFilled((await send(tripsApi.duplicate, input)).body);
  },

  "is in the sample trip": async () => {
    const person = await newPerson();
    await provisionUser(person.userId, "en");
    const { body } = await send(tripsApi.list, { query: { filter: "all" }, token: person.token });
    const trips = z.object({ trips: z.array(z.object({ id: z.string() })) }).safeParse(body);
    const listed = trips.data?.trips ?? z.array(z.object({ id: z.string() })).parse(body);
    return isFilled(await readTrip(person, listed[0]?.id ?? ""));
  },

  "is taken back by undo, whatever happened to it": () => (list) => {
    const ops = opsOf(list).filter((op) => !OWN_WAY_BACK.has(op));
    return ops.length > 0 && ops.every(hasInverse);
  },

  "is checked for integrity": async (lived) => {
    const known = await tables();
    return async (list) => {
      if (!known.has(tableOf(list))) return false;
      return isMissed(tableOf(list), idOf(lived, list));
    };
  },

  "is in its owner's account export": async (lived) => {
    const { text } = await send(accountApi.export, { token: lived.scene.owner.token });
    return (list) => idOf(lived, list) !== "" && text.includes(idOf(lived, list));
  },

  "stays for the others when whoever made it deletes their account": async () => {
    const { scene } = await newFilledTrip();
    await send(accountApi.delete, { token: scene.owner.token, body: {} });
    return isFilled(await readTrip(scene.editor, scene.tripId));
  },

  "is found by search": (lived) => async (list) => {
    for (const { id, ...row } of rowsOf(lived, list)) {
      const label = row["title"] ?? row["name"] ?? row["text"] ?? row["note"];
      if (typeof label !== "string" || label === "") continue;
      const { text } = await send(searchApi.find, { query: { q: label }, token: lived.scene.owner.token });
      if (text.includes(id)) return true;
    }
    return false;
  },

  "is written without a network": () => (list) => namesOf(list, isWriteKind).length > 0,

  "has its endpoints in the matrix of roles": () => (list) => {
    const own = allEndpoints.filter(({ path }) => path.startsWith(`/api/trips/{tripId}/${list}`));
    return own.length > 0 && own.every(({ id }) => Object.hasOwn(INPUTS, id));
  },

  "is part of the fuzz that compares views": () => (list) =>
    namesOf(list, (name) => OPERATION_NAMES.includes(name)).length > 0,
};

/** Changes that undo does not reverse, because they have a reverse operation of their own. */
const OWN_WAY_BACK: ReadonlySet<EventOp> = new Set<EventOp>([
  "expense.shared",
  "expense.published",
  "expense.withdrawn",
]);

/** Returns the names of a kind's writes: those of the usual names that exist. */
function namesOf(list: string, isKnown: (name: string) => boolean): string[] {
  const kind = `${singularOf(list).charAt(0).toUpperCase()}${singularOf(list).slice(1)}`;
  return ["add", "update", "delete", "restore"]
    .flatMap((verb) => [`${verb}${kind}`, `${verb}${kind}s`])
    .filter(isKnown);
}

/** Whether the check reports a row that was changed directly in the table; the row is restored afterwards. */
async function isMissed(table: string, id: string): Promise<boolean> {
  const { pool } = freshDatabase();
  const { rows: before } = await pool.query<{ id: string; at: Date }>(
    `select id, created_at as at from ${table} where id = $1`,
    [id],
  );
  const [row] = before;
  if (!row) return false;
  await pool.query(`update ${table} set version = version + 1 where id = $1`, [id]);
  const { faults } = await checkIntegrity(freshDatabase(), null, new Date());
  await pool.query(`update ${table} set version = version - 1 where id = $1`, [id]);
  return faults.some((fault) => JSON.stringify(fault).includes(id));
}
