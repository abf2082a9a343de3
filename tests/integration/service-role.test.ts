// @alone: sets the environment, which the service reads once
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { v7 as uuidv7 } from "uuid";
import { afterAll, describe, expect, inject, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { serviceApi } from "#lib/shared/api/service.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { authApi, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { send } from "#tests/helpers/handlers.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { runOperation } from "#tests/helpers/operations.ts";
import { usePlaceFacts } from "#tests/helpers/place-facts.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { sampleOf } from "#tests/helpers/tiers.ts";

/** The name of a new database user that owns no table; this process's service uses it. */
const role = `service_${uuidv7().replaceAll("-", "")}`;
const ownersUrl = process.env.DATABASE_URL ?? "";
const owner = new Client({ connectionString: ownersUrl });
await owner.connect();
await owner.query(`create role ${role} login password 'of-this-test'`);
const sql = readFileSync(join(import.meta.dirname, "../../db/service-role.sql"), "utf8");
await owner.query(sql.replaceAll(':"role"', role));
const url = new URL(ownersUrl);
url.username = role;
url.password = "of-this-test";
process.env.DATABASE_URL = url.href;

await useStreetView();
await usePlaceFacts();
const model = await useAgentModel();
useMailbox();
// The role is deleted with the run's server, because this file's connections use it until the file's end.
afterAll(() => Promise.all([model.stop(), owner.end()]));

async function health(): Promise<unknown> {
  return (await send(serviceApi.health, {})).body;
}

describe("a service whose database user may read and write rows, and nothing else", () => {
  test.each(sampleOf(allEndpoints, 0).map((endpoint) => [endpoint.id, endpoint] as const))(
    "answers %s",
    async (id, endpoint) => {
      const scene = await newTripFixture();
      const input = { ...(await inputFor(id, scene, scene.owner)), token: scene.owner.token };
      const sent = await send(endpoint, input);
      await awaitDeferredWork();
      // The owner cannot leave the trip, and there are no rooms; both refusals come from the service and not from
      // missing rights.
      if (id === "trips.leave" || id === "service.health") expect(sent.status, sent.text).not.toBe(500);
      else expect(sent.status, sent.text).toBe(endpoint.status);
    },
  );

  test("sees whether all migrations are done, and is not stopped where it may not", async () => {
    vi.resetModules();
    expect(await health()).toMatchObject({ database: "ok" });
    await owner.query("update drizzle.__drizzle_migrations set created_at = created_at - 1");
    vi.resetModules();
    expect(await health()).toMatchObject({ database: "behind" });
    await owner.query(`revoke all on schema drizzle from ${role}`);
    vi.resetModules();
    expect(await health()).toMatchObject({ database: "ok" });
    await owner.query("update drizzle.__drizzle_migrations set created_at = created_at + 1");
  });

  test("signs people up and in, and does its jobs", async () => {
    const person = await signUpAndVerify();
    expect(await authApi().post("/sign-in/email", person)).toMatchObject({ status: 200 });
    await expect(runTick()).resolves.toBeDefined();
  });

  test.each([
    "create table public.of_mine (id int)",
    "alter table public.users add column more text",
    "drop table public.users",
    "truncate public.users",
    "create function public.of_mine() returns int language sql as 'select 1'",
    "alter table public.trip_events disable trigger all",
    "create schema of_mine",
    "create role of_mine",
    "copy public.users to program 'true'",
    "select pg_read_file('/etc/passwd')",
  ])("cannot: %s", async (statement) => {
    await expect(freshDatabase().pool.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("writes into the tables of later migrations too", async () => {
    await owner.query("create table of_later (id int primary key)");
    await freshDatabase().pool.query("insert into of_later values (1)");
    expect((await freshDatabase().pool.query("select id from of_later")).rows).toEqual([{ id: 1 }]);
    await owner.query("drop table of_later");
  });

  test("is backed up as it is, restored by whoever owns the tables, and works on", async () => {
    await owner.query(`grant usage on schema drizzle to ${role}`);
    const file = join(inject("runFolder"), `${role}.tar.gz`);
    expect(await runOperation("backup", [file])).toMatchObject({ code: 0 });
    const { err } = await runOperation("restore", [file, "--replace"]);
    expect(err).toContain(
      "This user may not do that: name the one that owns the tables in DATABASE_URL_UNPOOLED.",
    );
    const told = await runOperation("restore", [file, "--replace"], { DATABASE_URL_UNPOOLED: ownersUrl });
    expect(told).toMatchObject({ code: 0, err: "" });
    const { rows } = await freshDatabase().pool.query("select count(*)::int as count from users");
    expect(rows).toEqual([{ count: expect.any(Number) }]);
    expect(await health()).toMatchObject({ database: "ok" });
  });
});
