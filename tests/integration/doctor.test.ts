// @alone @long: looks at whole tables; starts a command per case
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { applyMigrations, migrationSteps } from "#db/migration-steps.ts";
import { takeLock } from "#lib/local/lock.ts";
import { ensureSecrets } from "#lib/local/secrets.ts";
import { embeddedDatabaseEnv, inDatabase, doctorLines, runOperation } from "#tests/helpers/operations.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

async function inNew(work: (url: string) => Promise<void>): Promise<void> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = inject("postgresUrl");
  await inDatabase(admin, (client) => client.query(`create database ${name}`));
  const url = new URL(admin);
  url.pathname = name;
  await work(url.href);
  await inDatabase(admin, (client) => client.query(`drop database ${name} with (force)`));
}

describe("a database", () => {
  test("that lacks migrations is named, and how many", async () => {
    await inNew(async (url) => {
      await inDatabase(url, (client) => applyMigrations(client, migrationSteps().slice(0, 3)));
      const told = await runOperation("doctor", [], { DATABASE_URL: url });
      const pending = migrationSteps().length - 3;
      expect(doctorLines(told, "migrations")).toEqual([expect.stringMatching(`^WARNING .*${pending} of`)]);
    });
  });

  test("of a newer version, or of something else, is a problem", async () => {
    await inNew(async (url) => {
      await inDatabase(url, async (client) => {
        await applyMigrations(client, migrationSteps());
        await client.query(
          "insert into drizzle.__drizzle_migrations (hash, created_at) values ('f', 9999999999999)",
        );
      });
      const newer = await runOperation("doctor", [], { DATABASE_URL: url });
      expect(doctorLines(newer, "migrations")[0]).toMatch(
        /^PROBLEM .*newer version of Wayfare: update this one/,
      );
      await inDatabase(url, (client) =>
        client.query(
          "delete from drizzle.__drizzle_migrations where id > 1; update drizzle.__drizzle_migrations set hash = 'g'",
        ),
      );
      const strange = await runOperation("doctor", [], { DATABASE_URL: url });
      expect(doctorLines(strange, "migrations")[0]).toMatch(/^PROBLEM .*migrated by something else/);
    });
  });
});

describe("an embedded machine", () => {
  test("that is new is well, and left as it is", async () => {
    const dataDir = join(inject("runFolder"), `new-${randomUUID()}`);
    const told = await runOperation("doctor", [], embeddedDatabaseEnv(dataDir));
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(doctorLines(told, "data")[0]).toContain(`${dataDir} is made by the first start`);
    // An operator who runs the command without the service's settings gets a report about the wrong data folder.
    expect(told.out).toMatch(/nothing has run here yet\. .*run this with the same ones\.\n$/);
    expect(told.out).not.toContain("All is well");
    expect(existsSync(dataDir)).toBe(false);
  });

  test("whose secrets others can read is told how to mend it", async () => {
    const dataDir = mkdtempSync(join(inject("runFolder"), "open-"));
    const secret = "hidden-word-hidden-word-hidden-word-";
    const names = ["BETTER_AUTH_SECRET", "REALTIME_SECRET", "INTERNAL_SECRET", "POSTGRES_PASSWORD"];
    const file = join(dataDir, "secrets.json");
    writeFileSync(file, JSON.stringify(Object.fromEntries(names.map((name) => [name, secret]))));
    chmodSync(file, 0o644);
    const told = await runOperation("doctor", [], embeddedDatabaseEnv(dataDir));
    expect(told).toMatchObject({ code: 1, err: "" });
    expect(doctorLines(told, "data")[0]).toContain(`others can read secrets.json: chmod 600 ${file}`);
    expect(told.out).not.toContain("hidden-word");
  });

  test("whose secrets are damaged is told so", async () => {
    const dataDir = mkdtempSync(join(inject("runFolder"), "damaged-"));
    writeFileSync(join(dataDir, "secrets.json"), "{", { mode: 0o600 });
    const told = await runOperation("doctor", [], embeddedDatabaseEnv(dataDir));
    expect(told).toMatchObject({ code: 1, err: "" });
    expect(doctorLines(told, "settings")[0]).toContain("secrets.json is damaged");
  });

  test("whose secrets are gone and whose database is there is told so, and gets no new ones", async () => {
    const dataDir = mkdtempSync(join(inject("runFolder"), "gone-"));
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "18\n");
    const gone = `${join(dataDir, "secrets.json")} is gone, and the database beside it can't be opened without`;
    const told = await runOperation("doctor", [], embeddedDatabaseEnv(dataDir));
    expect(told.code).toBe(1);
    expect(doctorLines(told, "settings")[0]).toContain(gone);
    for (const [command, ...args] of [["admin", "status"], ["backup"]] as const) {
      const refused = await runOperation(command, args, embeddedDatabaseEnv(dataDir));
      expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining(gone) });
    }
    expect(() => ensureSecrets(dataDir)).toThrow(gone);
    expect(existsSync(join(dataDir, "secrets.json"))).toBe(false);
  });
});

test("rooms that found their port taken are asked where they are", async () => {
  const dataDir = process.env.DATA_DIR ?? "";
  const lock = takeLock(join(dataDir, "supervisor.json"));
  const partyPort = await unusedPort("127.0.0.1");
  lock.note({ port: 3000, partyPort });
  try {
    const told = await runOperation("doctor");
    expect(doctorLines(told, "rooms")[0]).toContain(`127.0.0.1:${partyPort}`);
  } finally {
    lock.release();
  }
});
