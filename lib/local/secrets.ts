import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const Secrets = z.object({
  BETTER_AUTH_SECRET: z.string().min(32),
  REALTIME_SECRET: z.string().min(32),
  INTERNAL_SECRET: z.string().min(32),
  POSTGRES_PASSWORD: z.string().min(32),
});
const Json = z.string().transform((text, ctx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue("is not JSON");
    return z.NEVER;
  }
});
type Secrets = z.infer<typeof Secrets>;

/** The secrets of the embedded mode, made once and kept where only their owner can read them. */
export function keptSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  if (existsSync(file)) {
    const kept = Json.pipe(Secrets).safeParse(readFileSync(file, "utf8"));
    if (kept.success) return kept.data;
    throw new Error(`${file} is damaged: restore it, or move ${dataDir} away to begin with an empty one.`);
  }
  const secrets: Secrets = {
    BETTER_AUTH_SECRET: random(),
    REALTIME_SECRET: random(),
    INTERNAL_SECRET: random(),
    POSTGRES_PASSWORD: random(),
  };
  // Written aside and renamed: a crash in between must not leave half a file.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

function random(): string {
  return randomBytes(32).toString("base64url");
}
