import { Id } from "#lib/shared/fields.ts";
import { CommandError } from "../command.ts";

export interface Options {
  /** Show names, addresses and titles, which else are left out. */
  personal: boolean;
  /** Do what can't be undone. */
  yes: boolean;
  /** Mend what is safe to mend. */
  repair: boolean;
  /** The stored uploads are this database's, whatever was noted there. */
  takeUploads: boolean;
  /** Leave uploads out of the check. */
  noFiles: boolean;
  signal: AbortSignal;
}

/** @throws CommandError */
export function idFrom(typed: string | undefined, hint: string): string {
  const id = Id.safeParse(typed).data;
  if (id === undefined) throw new CommandError(`Name an id: ${hint}.`);
  return id;
}
