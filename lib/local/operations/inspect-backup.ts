import type * as z from "zod";
import { isDamage, readArchive, readEntryText } from "./archive.ts";
import {
  FORMAT_VERSION,
  HEADER_FILE,
  Header,
  objectKeyOf,
  SECRETS_FILE,
  SUMMARY_FILE,
  Summary,
  tableOf,
} from "./backup-format.ts";
import { CommandError } from "./command.ts";
import { PortableSecrets } from "../secrets.ts";

export interface InspectedBackup {
  header: Header;
  summary: Summary;
  /** The secrets in the backup; null: it contains none. */
  secrets: PortableSecrets | null;
}

/**
 * Reads a whole backup and resolves only when it is complete.
 * @throws CommandError that says what is wrong with it
 */
export async function inspectBackup(path: string, signal: AbortSignal): Promise<InspectedBackup> {
  const texts = new Map<string, string>();
  try {
    for await (const entry of readArchive(path)) {
      signal.throwIfAborted();
      if (tableOf(entry.name) === null && objectKeyOf(entry.name) === null) {
        texts.set(entry.name, await readEntryText(entry));
      }
    }
  } catch (error) {
    throw explained(path, error);
  }
  const header = parsed(path, Header, texts.get(HEADER_FILE));
  if (header.format > FORMAT_VERSION) {
    throw new CommandError(`${path} is of a newer version of Wayfare: update this one first.`);
  }
  const secrets = texts.has(SECRETS_FILE) ? parsed(path, PortableSecrets, texts.get(SECRETS_FILE)) : null;
  return { header, summary: parsed(path, Summary, texts.get(SUMMARY_FILE)), secrets };
}

function explained(path: string, error: unknown): unknown {
  if (isDamage(error)) {
    return new CommandError(
      `${path} is damaged, or no backup of Wayfare (${error.message.replace(/\.$/, "")}). Nothing was changed. Take another copy of it.`,
      { cause: error },
    );
  }
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return new CommandError(`${path} can't be read (${error.code}).`, { cause: error });
  }
  return error;
}

function parsed<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  text: string | undefined,
): z.infer<Schema> {
  const result = schema.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (result.success) return result.data;
  throw new CommandError(`${path} is no backup of Wayfare. Nothing was changed.`);
}
