import { createHash } from "node:crypto";
import * as z from "zod";

/** Grows with every change that older versions could not read. */
export const FORMAT = 1;
export const HEADER = "backup.json";
export const SECRETS = "secrets.json";
export const SUMMARY = "summary.json";
const TABLES = "tables/";
const FILES = "files/";

export const Header = z.object({
  product: z.literal("wayfare"),
  format: z.int(),
  createdAt: z.iso.datetime(),
  /** Hashes of the migrations that made these tables, in order. */
  migrations: z.array(z.string()).min(1),
  /** Each after all that it points to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })).min(1),
  /** Whether uploads are in it; else they lie in a bucket that has a backup of its own. */
  hasFiles: z.boolean(),
  /** Tells whether a secret is the one that this data needs, and nothing else of it. */
  secretMark: z.string(),
});
export type Header = z.infer<typeof Header>;

export const Summary = z.object({
  /** By table. */
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  fileBytes: z.int(),
});
export type Summary = z.infer<typeof Summary>;

/** Rows of a table, a few megabytes each, counted from 1. */
export function blockName(table: string, block: number): string {
  return `${TABLES}${table}/${String(block).padStart(6, "0")}.copy`;
}

/** null: it holds no rows. */
export function tableOf(name: string): string | null {
  return name.startsWith(TABLES) ? (name.split("/")[1] ?? null) : null;
}

export function fileName(objectKey: string): string {
  return `${FILES}${objectKey}`;
}

/** null: it is no upload. */
export function objectKeyOf(name: string): string | null {
  return name.startsWith(FILES) ? name.slice(FILES.length) : null;
}

/** Of BETTER_AUTH_SECRET, by which sessions are signed and second factors are locked. It is random, so nobody finds it by trying. */
export function markOf(secret: string): string {
  return createHash("sha256").update(`wayfare backup: ${secret}`).digest("base64url");
}
