import { existsSync } from "node:fs";
import { type Env, EnvError, environment, parseEnv } from "#lib/server/env/env.ts";
import { dataPath } from "../../configuration.ts";
import { postgresUrl, runningPort } from "../../postgres.ts";
import { hasSecrets, readSecrets } from "../../secrets.ts";
import { ROOT } from "../command.ts";
import { runningPorts } from "../running-ports.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** The settings that the doctor checks. */
export interface DoctorSettings {
  env: Env;
  dataDir: string;
  isEmbedded: boolean;
  /** Whether this is an embedded machine that has never run: its first start creates what is missing. */
  isNew: boolean;
  /** The URL of the database; null: the embedded database does not run. */
  databaseUrl: string | null;
}

/** A placeholder long enough for the schema; nothing is ever signed with it. */
const NOT_YET = "0".repeat(32);

/**
 * Fills in missing variables as a start would, without creating or starting anything. A `patient` of null means that
 * the findings name the problems instead.
 */
export function readDoctorSettings(): {
  patient: DoctorSettings | null;
  dataDir: string;
  findings: Finding[];
} {
  const dataDir = dataPath(ROOT);
  const given = Object.fromEntries(Object.entries(environment()).filter(([, value]) => value?.trim()));
  const isEmbedded = !given.DATABASE_URL && !given.DATABASE_CACHED_URL;
  try {
    const isNew = isEmbedded && !hasSecrets(dataDir);
    const { POSTGRES_PASSWORD: password, ...secrets } = isEmbedded ? ownSecrets(dataDir, isNew) : NONE;
    const port = isEmbedded && existsSync(dataDir) ? runningPort(dataDir) : undefined;
    const running = port === undefined ? null : postgresUrl({ port, password });
    const asked = { ...secrets, ...given, ...runningPorts(dataDir), DATA_DIR: dataDir };
    const completed = { ...asked, ...(running && { DATABASE_URL: running }) };
    const env = parseEnv(completed);
    // The service's storage and queries read their settings from process.env.
    Object.assign(process.env, completed, { LOG_LEVEL: "silent" });
    const databaseUrl = isEmbedded ? running : (env.DATABASE_URL ?? null);
    const whose = isNew ? EMBEDDED_NEW : EMBEDDED;
    const said = isEmbedded ? `complete, ${whose}` : "complete";
    return {
      patient: { env, dataDir, isEmbedded, isNew, databaseUrl },
      dataDir,
      findings: [ok("settings", said)],
    };
  } catch (error) {
    return { patient: null, dataDir, findings: problemsOf(error) };
  }
}

const EMBEDDED = "for one machine with an embedded database";
const EMBEDDED_NEW = `${EMBEDDED}, which has never run here`;

const NONE = { POSTGRES_PASSWORD: "" };

function ownSecrets(dataDir: string, isNew: boolean) {
  if (!isNew) return readSecrets(dataDir);
  const made = { BETTER_AUTH_SECRET: NOT_YET, REALTIME_SECRET: NOT_YET, INTERNAL_SECRET: NOT_YET };
  return { ...made, POSTGRES_PASSWORD: "" };
}

function problemsOf(error: unknown): Finding[] {
  if (error instanceof EnvError) {
    return error.problems.map(({ name, problem: says }) => problem("settings", `${name} ${says}`));
  }
  return [problem("settings", error instanceof Error ? error.message : String(error))];
}

const SECRET_NAMES = /_(SECRET|KEY|TOKEN|PASSWORD)(_ID)?$/;
const PUBLIC_NAMES = /(PUBLIC|SITE)_KEY$/;

/** Removes secrets from a text, since messages of other servers may quote what only the operator should read. */
export function withoutSecrets(text: string): string {
  const values = Object.entries(environment()).flatMap(([name, value]) => secretsIn(name, value ?? ""));
  return values.reduce((clean, value) => clean.replaceAll(value, "…"), text);
}

function secretsIn(name: string, value: string): string[] {
  if (SECRET_NAMES.test(name) && !PUBLIC_NAMES.test(name)) return value.length > 3 ? [value] : [];
  if (!name.endsWith("_URL") || !URL.canParse(value)) return [];
  const { password, searchParams } = new URL(value);
  const hidden = [password, decodeURIComponent(password), ...searchParams.values()];
  return hidden.filter((part) => part.length > 3);
}
