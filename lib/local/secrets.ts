import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { newVapidKeys } from "#lib/server/env/vapid-keys.ts";

const FILE = "secrets.json";
const Secrets = z.object({
  BETTER_AUTH_SECRET: z.string().min(32),
  REALTIME_SECRET: z.string().min(32),
  INTERNAL_SECRET: z.string().min(32),
  POSTGRES_PASSWORD: z.string().min(32),
  WEB_PUSH_PUBLIC_KEY: z.string(),
  WEB_PUSH_PRIVATE_KEY: z.string(),
});
/** The secrets in the form that versions without Web Push wrote. */
const Kept = Secrets.partial({ WEB_PUSH_PUBLIC_KEY: true, WEB_PUSH_PRIVATE_KEY: true });
const Json = z.string().transform((text, ctx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue("is not JSON");
    return z.NEVER;
  }
});
type Secrets = z.infer<typeof Secrets>;

/** The secrets that belong to the data and move with it; the database's password belongs to its server instead. */
export const PortableSecrets = Secrets.omit({ POSTGRES_PASSWORD: true });
export type PortableSecrets = z.infer<typeof PortableSecrets>;

/**
 * Whether there are secrets.
 * @throws Error if they are missing while data exists that needs them, since new secrets would open none of it
 */
export function hasSecrets(dataDir: string): boolean {
  const file = join(dataDir, FILE);
  if (existsSync(file)) return true;
  if (!existsSync(join(dataDir, "postgres", "PG_VERSION"))) return false;
  throw new Error(
    `${file} is gone, and the database beside it can't be opened without: put it back, or move ${dataDir} away and ` +
      "restore a backup into an empty one.",
  );
}

/**
 * Returns the stored secrets; older versions have fewer.
 * @throws Error when the file is damaged
 */
export function readSecrets(dataDir: string): z.infer<typeof Kept> {
  const file = join(dataDir, FILE);
  const kept = Json.pipe(Kept).safeParse(readFileSync(file, "utf8"));
  if (kept.success) return kept.data;
  throw new Error(`${file} is damaged: restore it, or move ${dataDir} away to begin with an empty one.`);
}

/**
 * Replaces a machine's own secrets by those of other data.
 * @returns a function that restores its own
 */
export function adoptSecrets(dataDir: string, moved: PortableSecrets): () => void {
  const file = join(dataDir, FILE);
  const own = ensureSecrets(dataDir);
  write(file, { ...moved, POSTGRES_PASSWORD: own.POSTGRES_PASSWORD });
  return () => write(file, own);
}

/** Returns the secrets of the embedded mode, created once and stored where only their owner can read them. */
export function ensureSecrets(dataDir: string): Secrets {
  const file = join(dataDir, FILE);
  if (hasSecrets(dataDir)) return completed(file, readSecrets(dataDir));
  const secrets: Secrets = {
    BETTER_AUTH_SECRET: random(),
    REALTIME_SECRET: random(),
    INTERNAL_SECRET: random(),
    POSTGRES_PASSWORD: random(),
    ...pushKeys(),
  };
  write(file, secrets);
  return secrets;
}

function completed(file: string, kept: z.infer<typeof Kept>): Secrets {
  const complete = Secrets.safeParse(kept);
  if (complete.success) return complete.data;
  const secrets = { ...kept, ...pushKeys() };
  write(file, secrets);
  return secrets;
}

function pushKeys() {
  const { publicKey, privateKey } = newVapidKeys();
  return { WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey };
}

function write(file: string, secrets: Secrets): void {
  // The file is written beside the old one and renamed, so that a crash can't leave half a file.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function random(): string {
  return randomBytes(32).toString("base64url");
}
