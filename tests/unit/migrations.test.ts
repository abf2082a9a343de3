import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { MIGRATION_EXCEPTIONS } from "#db/migration-exceptions.ts";
import {
  incompatibleStatements,
  type KnownSchema,
  emptyKnownSchema,
} from "#tests/helpers/migration-rules.ts";

const FOLDER = join(import.meta.dirname, "../../db/migrations");
const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });
const { entries } = Journal.parse(JSON.parse(readFileSync(join(FOLDER, "meta/_journal.json"), "utf8")));

describe("the migrations", () => {
  const known = emptyKnownSchema();

  test.each(entries.map(({ tag }) => tag))(
    "of %s break the version before only where it is said why",
    async (tag) => {
      const found = await incompatibleStatements(readFileSync(join(FOLDER, `${tag}.sql`), "utf8"), known);
      expect(found).toEqual(Object.keys(MIGRATION_EXCEPTIONS[tag] ?? {}));
    },
  );

  test("are all there of which an exception speaks, and each says why", () => {
    const tags = new Set(entries.map(({ tag }) => tag));
    expect(Object.keys(MIGRATION_EXCEPTIONS).filter((tag) => !tags.has(tag))).toEqual([]);
    const reasons = Object.values(MIGRATION_EXCEPTIONS).flatMap((listed) => Object.values(listed));
    expect(reasons.filter((reason) => reason.length < 20)).toEqual([]);
  });
});

describe("the rule", () => {
  let known: KnownSchema;

  beforeEach(async () => {
    known = emptyKnownSchema();
    await incompatibleStatements(
      `create table trips (id uuid primary key, title text, seq integer default 0 not null,
         constraint trips_title_check check (title <> ''), constraint trips_title_unique unique (title));
       create unique index trips_seq_idx on trips (seq);
       create index trips_title_idx on trips (title)`,
      known,
    );
  });

  test.each([
    ["drop table trips", "drops the table trips"],
    ['DROP TABLE IF EXISTS "public"."trips" CASCADE', "drops the table trips"],
    ["drop view trip_list", "drops the view trip_list"],
    ["drop type mood", "drops the type mood"],
    ["drop function wall_date", "drops the function wall_date"],
    ["alter table trips drop column title", "drops trips.title"],
    ["alter table trips /* harmless */ drop -- not\n title", "drops trips.title"],
    ["alter table trips rename to journeys", "renames trips"],
    ["alter table trips rename column title to name", "renames trips.title"],
    ["alter table trips alter column seq type bigint", "changes the type of trips.seq"],
    ["alter table trips alter title set not null", "demands a value for trips.title"],
    ["alter table trips alter seq drop default", "takes the default of trips.seq away"],
    ["alter table trips add column mood text not null", "demands a value for the new trips.mood"],
    ["alter table trips add constraint c check (seq > 0)", "adds the constraint c to what trips had before"],
    [
      "alter table trips add mood text, add constraint c check (mood <> title)",
      "adds the constraint c to what trips had before",
    ],
    [
      "alter table trips add constraint c foreign key (id) references users (id)",
      "adds the constraint c to what trips had before",
    ],
    ["create unique index i on trips (title, seq)", "makes trips unique by i"],
    ["drop index trips_seq_idx", "drops the index trips_seq_idx"],
    ["alter table trips drop constraint trips_title_unique", "drops the constraint trips_title_unique"],
    ["alter table trips drop constraint never_heard_of", "drops the constraint never_heard_of"],
    ["delete from trips", "DeleteStmt, which these rules don't know to be harmless"],
    ["truncate trips", "TruncateStmt, which these rules don't know to be harmless"],
    ["do $$ begin execute 'drop table trips'; end $$", "DoStmt, which these rules don't know to be harmless"],
    ["create trigger t before insert on trips for each row execute function f()", "lets t act on trips"],
    ["create or replace function f() returns int language sql as 'select 1'", "replaces the function f"],
    [
      "alter table trips enable row level security",
      "AT_EnableRowSecurity of trips, which these rules don't know to be harmless",
    ],
  ])("refuses %s", async (sql, breach) => {
    expect(await incompatibleStatements(sql, known)).toEqual([breach]);
  });

  test.each([
    "create table days (id uuid primary key, trip_id uuid not null); alter table days add constraint d foreign key (trip_id) references trips (id); create unique index days_idx on days (trip_id); alter table days alter trip_id type text",
    "alter table trips add column mood text",
    "alter table trips add column mood text default 'calm' not null",
    "alter table trips add column is_late boolean generated always as (seq > 9) stored not null",
    "alter table trips add mood text, add constraint c check (mood in ('calm', 'wild'))",
    "alter table trips add owner_id uuid; alter table trips add constraint c foreign key (owner_id) references users (id); create unique index i on trips (owner_id)",
    "alter table trips alter title drop not null, alter title set default 'Trip', set (fillfactor = 80)",
    "alter table trips drop constraint trips_title_check",
    "create index i on trips (seq); drop index trips_title_idx; alter index i rename to j",
    "update trips set title = 'drop table trips'",
    "-- drop table trips",
    "create function f() returns int language sql as 'select 1'",
  ])("lets pass %s", async (sql) => {
    expect(await incompatibleStatements(sql, known)).toEqual([]);
  });
});
