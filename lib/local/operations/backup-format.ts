import { createHash } from "node:crypto";
import * as z from "zod";

/** The version of the format; it grows with every change that older versions could not read. */
export const FORMAT_VERSION = 1;
export const HEADER_FILE = "backup.json";
export const SECRETS_FILE = "secrets.json";
export const SUMMARY_FILE = "summary.json";
const TABLES = "tables/";
const FILES = "files/";

export const Header = z.object({
  product: z.literal("wayfare"),
  format: z.int(),
  createdAt: z.iso.datetime(),
  /** Hashes of the migrations that made the backup's tables, in order. */
  migrations: z.array(z.string()).min(1),
  /** Tables in an order in which each comes after all tables that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })).min(1),
  /** Whether the backup contains the uploads; otherwise they are in a bucket that has a backup of its own. */
  hasFiles: z.boolean(),
  /** A mark by which a secret is recognized as the one that belongs to the backup's data, without revealing it. */
  secretMark: z.string(),
});
export type Header = z.infer<typeof Header>;

export const Summary = z.object({
  /** The number of rows by table. */
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  fileBytes: z.int(),
});
export type Summary = z.infer<typeof Summary>;

/** Returns the entry name of a block of rows of a table, a few megabytes each, counted from 1. */
export function blockName(table: string, block: number): string {
  return `${TABLES}${table}/${String(block).padStart(6, "0")}.copy`;
}

/** Returns the table of an entry; null: the entry holds no rows. */
export function tableOf(name: string): string | null {
  return name.startsWith(TABLES) ? (name.split("/")[1] ?? null) : null;
}

export function fileName(objectKey: string): string {
  return `${FILES}${objectKey}`;
}

/** Returns the object key of an entry; null: the entry is no upload. */
export function objectKeyOf(name: string): string | null {
  return name.startsWith(FILES) ? name.slice(FILES.length) : null;
}

/**
 * Returns the mark of BETTER_AUTH_SECRET, which signs sessions and encrypts second factors. The secret is random, so
 * nobody can guess it from its mark.
 */
export function secretFingerprint(secret: string): string {
  return createHash("sha256").update(`wayfare backup: ${secret}`).digest("base64url");
}
