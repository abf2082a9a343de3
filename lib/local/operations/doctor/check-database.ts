import { createDatabase, type Database } from "#db/client.ts";
import { appliedMigrations, migrationSteps } from "#db/migration-steps.ts";
import { adviceOnState } from "../database-advice.ts";
import { checkJobs } from "./check-jobs.ts";
import { type Finding, hostOf, runCheck, ok, problem, reasonOf, warning } from "./finding.ts";
import type { DoctorSettings } from "./doctor-settings.ts";

const OLDEST_TESTED = 16;
const SKEW_WARNS_MS = 2000;
/** From this clock difference on the service fails, since tickets and codes are valid for a minute or more. */
const SKEW_BREAKS_MS = 30_000;

interface ServerSettings {
  version: string;
  major: number;
  timezone: string;
  encoding: string;
  connections: number;
  now: Date;
}

export async function checkDatabase(patient: DoctorSettings): Promise<Finding[]> {
  const { env, databaseUrl, isEmbedded } = patient;
  if (databaseUrl === null) {
    if (!isEmbedded) {
      return [
        problem("database", "only DATABASE_CACHED_URL is set: writing answers 503 until DATABASE_URL is"),
      ];
    }
    return [ok("database", "embedded; it starts with the service, which does not run")];
  }
  const found = await onDatabase("database", databaseUrl, patient, (database) => examine(database, patient));
  const cachedUrl = env.DATABASE_CACHED_URL;
  if (cachedUrl === undefined) return found;
  const cached = await onDatabase("cached database", cachedUrl, patient, async (database) => {
    await database.client.query("select 1 from trips limit 1");
    return [ok("cached database", `answers at ${hostOf(cachedUrl)}`)];
  });
  return [...found, ...cached];
}

function onDatabase(
  what: string,
  url: string,
  { env, isEmbedded }: DoctorSettings,
  work: (database: Database) => Promise<Finding[]>,
): Promise<Finding[]> {
  const where = isEmbedded ? "the embedded server" : hostOf(url);
  return runCheck(what, `Is ${where} up, and reachable from here?`, async () => {
    const database = createDatabase({ url, driver: env.DATABASE_DRIVER, poolMax: 1 });
    try {
      return await work(database);
    } catch (error) {
      const advice = adviceOnState(error) ?? `Is ${where} up, and reachable from here?`;
      return [problem(what, `${reasonOf(error)}. ${advice}`)];
    } finally {
      // The end of the check does not wait for a connection that is still being made.
      void database.close().catch(() => undefined);
    }
  });
}

async function examine(database: Database, { env, isEmbedded }: DoctorSettings): Promise<Finding[]> {
  const asked = Date.now();
  const { rows } = await database.client.query<ServerSettings>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
       current_setting('timezone') as timezone, current_setting('server_encoding') as encoding,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
       clock_timestamp() as now`,
  );
  const answered = Date.now();
  const [settings] = rows;
  if (!settings) throw new Error("the server says nothing of itself");
  const { version, major, timezone, encoding, connections } = settings;
  const driver = isEmbedded ? "embedded" : `driver ${env.DATABASE_DRIVER}`;
  const about = `PostgreSQL ${version}, ${driver}, timezone ${timezone}, ${connections} connections`;
  return [
    major < OLDEST_TESTED
      ? warning("database", `${about}: upgrade it, Wayfare is tested with 18`)
      : ok("database", about),
    ...checkEncoding(encoding),
    ...checkPool(env.DATABASE_POOL_MAX, connections),
    checkClock(settings.now.getTime() - (asked + answered) / 2),
    ...(await checkSchema(database)),
  ];
}

function checkEncoding(encoding: string): Finding[] {
  if (encoding === "UTF8") return [];
  return [
    problem(
      "database",
      `its encoding is ${encoding}: make one with UTF8, or names in many languages are lost`,
    ),
  ];
}

function checkPool(poolMax: number, connections: number): Finding[] {
  if (poolMax >= connections) {
    const says = `DATABASE_POOL_MAX is ${poolMax}, but the server has ${connections} connections in all: lower it`;
    return [problem("database", says)];
  }
  if (poolMax * 2 <= connections) return [];
  return [
    warning(
      "database",
      `a second server process would run out of connections (${poolMax} each, ${connections} in all)`,
    ),
  ];
}

function checkClock(skewMs: number): Finding {
  const off = Math.abs(skewMs);
  const says = `${(off / 1000).toFixed(1)} s ${skewMs > 0 ? "behind" : "ahead of"} the database's`;
  if (off > SKEW_BREAKS_MS)
    return problem("clock", `${says}: set both by NTP, or codes and tickets expire at once`);
  return off > SKEW_WARNS_MS
    ? warning("clock", `${says}: set both by NTP`)
    : ok("clock", "as the database's");
}

/** Checks the schema; data about jobs can be read only after the migrations have run. */
async function checkSchema(database: Database): Promise<Finding[]> {
  const migrations = await checkMigrations(database);
  return migrations.level === "ok" ? [migrations, ...(await checkJobs(database))] : [migrations];
}

async function checkMigrations(database: Database): Promise<Finding> {
  const client = await database.pool.connect();
  try {
    const applied = await appliedMigrations(client);
    const known = migrationSteps().map(({ hash }) => hash);
    if (applied.length > known.length) {
      return problem("migrations", "the database is of a newer version of Wayfare: update this one");
    }
    if (applied.some((hash, index) => hash !== known[index])) {
      return problem(
        "migrations",
        "the database was migrated by something else: does DATABASE_URL name the right one?",
      );
    }
    const pending = known.length - applied.length;
    if (pending === 0) return ok("migrations", `all ${known.length} done`);
    return warning(
      "migrations",
      `${pending} of ${known.length} to be done: \`npm start\` does it, before the new version serves`,
    );
  } finally {
    client.release();
  }
}
