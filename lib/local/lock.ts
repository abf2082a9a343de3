import { readFileSync, rmSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { processIdentity } from "./process-identity.ts";

const Holder = z.looseObject({ pid: z.number(), identity: z.string() });

export class LockedError extends Error {
  override name = "LockedError";
  readonly holder: Record<string, unknown>;

  constructor(file: string, holder: Record<string, unknown>) {
    super(`${file} is held by process ${String(holder.pid)}`);
    this.holder = holder;
  }
}

export interface Lock {
  /** Writes what other processes may want to know beside the holder's id. */
  note(details: Record<string, unknown>): void;
  release(): void;
}

/** One holder at a time; the lock of a process that is gone is taken over. @throws LockedError */
export function takeLock(file: string): Lock {
  const self = { pid: process.pid, identity: processIdentity(process.pid) ?? "" };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(self), { flag: "wx" });
      break;
    } catch (error) {
      if (!isExisting(error) || attempt > 2) throw error;
      const holder = liveHolder(file);
      if (holder) throw new LockedError(file, holder);
      rmSync(file, { force: true });
    }
  }
  return {
    note: (details) => writeFileSync(file, JSON.stringify({ ...self, ...details }, null, 2)),
    release: () => rmSync(file, { force: true }),
  };
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

/** The note of the living process that holds the lock, if one does. */
export function liveHolder(file: string): z.infer<typeof Holder> | undefined {
  try {
    const holder = Holder.parse(JSON.parse(readFileSync(file, "utf8")));
    const isAlive = holder.pid !== process.pid && processIdentity(holder.pid) === holder.identity;
    return isAlive ? holder : undefined;
  } catch {
    return undefined;
  }
}
