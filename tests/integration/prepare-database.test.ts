// @alone @long: looks at whole tables; the first start of two servers at once
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareDatabase, urlForMigrations } from "#lib/local/prepare-database.ts";
import { freshDatabase } from "#lib/server/process/database.ts";

const SCRIPT = join(import.meta.dirname, "../../lib/local/prepare-database.ts");
const { DATABASE_URL = "" } = process.env;
const DIRECT = "postgresql://u:p@ep-cool-rain-1.eu-central-1.aws.neon.tech/w";
const POOLED = DIRECT.replace("-1.eu", "-1-pooler.eu");

async function migrations(): Promise<number> {
  const { rowCount } = await freshDatabase().pool.query("select from drizzle.__drizzle_migrations");
  return rowCount ?? 0;
}

test("the address without a pooler is taken for migrations, and Neon's pooler refused", () => {
  expect(urlForMigrations({ DATABASE_URL: POOLED, DATABASE_URL_UNPOOLED: DIRECT })).toBe(DIRECT);
  expect(urlForMigrations({ DATABASE_URL: DIRECT, DATABASE_URL_UNPOOLED: " " })).toBe(DIRECT);
  expect(() => urlForMigrations({ DATABASE_URL: POOLED })).toThrow(/set DATABASE_URL_UNPOOLED/);
  expect(() => urlForMigrations({})).toThrow(/DATABASE_URL is not set/);
  expect(() => urlForMigrations({ DATABASE_URL: "nowhere" })).toThrow(/not a URL/);
});

test("several servers that prepare an empty database at once do it once, and later ones find nothing to do", async () => {
  const before = await migrations();
  await freshDatabase().pool.query("drop schema public cascade");
  await freshDatabase().pool.query("drop schema drizzle cascade");
  await freshDatabase().pool.query("create schema public");
  await Promise.all(Array.from({ length: 3 }, () => prepareDatabase({ DATABASE_URL })));
  await prepareDatabase({ DATABASE_URL });
  expect(await migrations()).toBe(before);
  const { rowCount } = await freshDatabase().pool.query("select from trips where is_demo");
  expect(rowCount).toBe(1);
});

function run(env: Record<string, string>) {
  return spawnSync(process.execPath, [SCRIPT], {
    env: { NODE_ENV: "production", ...env },
    cwd: "/",
    encoding: "utf8",
  });
}

test("as a command says what it did, or why not", () => {
  expect(run({ DATABASE_URL })).toMatchObject({ status: 0, stdout: "The database is up to date.\n" });
  expect(run({})).toMatchObject({ status: 1, stderr: expect.stringContaining("DATABASE_URL is not set") });
});
