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

export interface RecordedText {
  kind: SecretKind | "error body" | "url";
  text: string;
}

const known = new Set<string>();

/** Records a text for `secrets.test.ts`, across all files of a run. */
export function recordText(kind: RecordedText["kind"], text: unknown): void {
  if (typeof text !== "string" || text === "" || known.has(`${kind} ${text}`)) return;
  known.add(`${kind} ${text}`);
  appendFileSync(file(), `${JSON.stringify({ kind, text } satisfies RecordedText)}\n`);
}

export function readRecordedTexts(): RecordedText[] {
  if (!existsSync(file())) return [];
  const lines = readFileSync(file(), "utf8").trim().split("\n");
  // The file contains only lines that `recordText` has written.
  return lines.map((line) => JSON.parse(line) as RecordedText);
}

function file(): string {
  return join(inject("contractFolder"), "seen.jsonl");
}
