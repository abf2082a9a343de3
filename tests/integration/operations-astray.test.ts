// @alone @long: looks at whole tables; starts a command per case
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { applyMigrations, migrationSteps } from "#db/migration-steps.ts";
import { inDatabase, runOperation } from "#tests/helpers/operations.ts";

const folder = mkdtempSync(join(inject("runFolder"), "astray-"));
const SECRET = "hidden-word-of-nobody";

function address(
  change: Partial<Pick<URL, "pathname" | "port" | "username" | "password" | "hostname">>,
): string {
  return Object.assign(new URL(inject("postgresUrl")), change).href;
}

async function withMigrations(count: number, work: (url: string) => Promise<void>): Promise<void> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = inject("postgresUrl");
  await inDatabase(admin, (client) => client.query(`create database ${name}`));
  const url = address({ pathname: name });
  await inDatabase(url, (client) => applyMigrations(client, migrationSteps().slice(0, count)));
  await work(url);
  await inDatabase(admin, (client) => client.query(`drop database ${name} with (force)`));
}

describe("a database that does not do", () => {
  const AWAY = "Is the database up, and DATABASE_URL right? `npm run doctor` looks at both.";
  test.each([
    ["is down", address({ port: "1" }), AWAY],
    ["is down by a name with several addresses", address({ hostname: "localhost", port: "1" }), AWAY],
    ["is at no known machine", address({ hostname: "database.invalid" }), AWAY],
    ["is not there", address({ pathname: "nowhere" }), "There is no such database: make it, or mend"],
    [
      "has another password",
      address({ username: "nobody", password: SECRET }),
      "The password is wrong: mend",
    ],
  ])("and %s: what to do is said, without a trace or a secret", async (_, url, advice) => {
    for (const [command, ...args] of [
      ["admin", "users", "find", "Ann"],
      ["backup", join(folder, "no.tar.gz")],
      ["db:migrate"],
    ] as const) {
      const told = await runOperation(command, args, { DATABASE_URL: url });
      expect(told).toMatchObject({ code: 1, out: "" });
      expect(told.err).toContain(advice);
      expect(told.err).not.toMatch(/\n\n|\n {4}at |hidden-word|undefined/);
    }
  });

  test.each([0, 18])("and has %d migrations: that it must be migrated", async (count) => {
    await withMigrations(count, async (url) => {
      const told = await runOperation("admin", ["users", "block", randomUUID()], { DATABASE_URL: url });
      expect(told).toMatchObject({ code: 1, out: "" });
      expect(told.err).toContain("start the service, which migrates it, or run `npm run db:migrate`.");
    });
  });
});

describe("what is typed", () => {
  test("beyond what a command takes stops it before it does anything", async () => {
    const file = join(folder, "one.tar.gz");
    const told = await Promise.all([
      runOperation("backup", [file, join(folder, "two.tar.gz")]),
      runOperation("restore", [file, "replace"]),
      runOperation("admin", ["users", "delete", randomUUID(), randomUUID(), "--yes"]),
      runOperation("admin", ["check", "repair"]),
    ]);
    for (const { code, out, err } of told) {
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(/^What is “.+” for\? Nothing was done\. See --help\.$/m);
    }
    expect(existsSync(file)).toBe(false);
  });

  test("of a name is one thing to look for", async () => {
    const { rows } = await inDatabase(process.env.DATABASE_URL ?? "", (client) =>
      client.query("select id, split_part(title, ' ', 1) as word from trips limit 1"),
    );
    const { id, word } = rows[0] as { id: string; word: string };
    expect((await runOperation("admin", ["trips", "find", word])).out).toContain(id);
    expect((await runOperation("admin", ["trips", "find", word, "of", "nobody"])).out).toBe("No trip.\n");
  });
});

test("a backup does not write over what another has begun, and says what may be done about it", async () => {
  const file = join(folder, "broken-off.tar.gz");
  writeFileSync(`${file}.part`, "begun");
  const told = await runOperation("backup", [file]);
  expect(told).toMatchObject({ code: 1, out: "" });
  expect(told.err).toBe(
    `${file}.part is there: another backup is writing it, or one was broken off. If none runs, delete it and try again.\n`,
  );
  expect(readFileSync(`${file}.part`, "utf8")).toBe("begun");
});

test("a place that a backup can't be written to is named, with what to do", async () => {
  const taken = join(folder, "a-file");
  writeFileSync(taken, "");
  for (const file of [join(taken, "new.tar.gz"), "/proc/new.tar.gz"]) {
    const told = await runOperation("backup", [file]);
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toMatch(/^\/.+\.gz can't be written \(E\w+\): name a folder that you may write in\.\n$/);
  }
});
