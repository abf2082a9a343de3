import { Id } from "#lib/shared/fields.ts";
import { CommandError } from "../command.ts";

export interface Options {
  /** Show names, addresses and titles, which are masked otherwise. */
  personal: boolean;
  /** Confirms an action that can't be undone. */
  yes: boolean;
  /** Repair the faults whose repair is safe. */
  repair: boolean;
  /** Assign the stored uploads to this database, whichever installation they were assigned to before. */
  takeUploads: boolean;
  /** Leave attachments and avatars out of the check. */
  noFiles: boolean;
  signal: AbortSignal;
}

/**
 * Reads an id.
 * @throws CommandError
 */
export function idFrom(typed: string | undefined, hint: string): string {
  const id = Id.safeParse(typed).data;
  if (id === undefined) throw new CommandError(`Name an id: ${hint}.`);
  return id;
}
