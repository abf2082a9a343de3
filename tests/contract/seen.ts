import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** The kinds of secrets that no log and no refusal may contain. */
export type SecretKind =
  | "password"
  | "session token"
  | "backup code"
  | "TOTP secret"
  | "one-time code"
  | "challenge";

export interface Seen {
  kind: SecretKind | "error body" | "url";
  text: string;
}

const known = new Set<string>();

/** Records a text for `secrets.test.ts`, across all files of a run. */
export function remember(kind: Seen["kind"], text: unknown): void {
  if (typeof text !== "string" || text === "" || known.has(`${kind} ${text}`)) return;
  known.add(`${kind} ${text}`);
  appendFileSync(file(), `${JSON.stringify({ kind, text } satisfies Seen)}\n`);
}

export function allSeen(): Seen[] {
  if (!existsSync(file())) return [];
  const lines = readFileSync(file(), "utf8").trim().split("\n");
  // `remember` has written these lines.
  return lines.map((line) => JSON.parse(line) as Seen);
}

function file(): string {
  return join(inject("contractFolder"), "seen.jsonl");
}
