import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import * as z from "zod";
import { processIdentity } from "./process-identity.ts";

const Holder = z.looseObject({ pid: z.number(), identity: z.string(), place: z.string().optional() });
type Holder = z.infer<typeof Holder>;

const SIGN_OF_LIFE_MS = 2000;
const DEAD_AFTER_MS = 15_000;
/**
 * The environment in which process ids are comparable: another container, or the machine after a restart, has other
 * ids.
 */
const PLACE = placeOf();

export class LockedError extends Error {
  override name = "LockedError";
  readonly holder: Record<string, unknown>;

  constructor(file: string, holder: Record<string, unknown>) {
    super(`${file} is held by process ${String(holder.pid)}`);
    this.holder = holder;
  }
}

export interface Lock {
  /** Stores details beside the holder's id for other processes. */
  note(details: Record<string, unknown>): void;
  release(): void;
}

/**
 * Takes a lock, which has one holder at a time. The lock of a dead process is taken over, and the lock of another
 * container once its file has not been touched for a while.
 * @throws LockedError
 */
export function takeLock(file: string): Lock {
  const self = { pid: process.pid, identity: processIdentity(process.pid) ?? "", place: PLACE };
  if (!claim(file, self)) takeOver(file, self);
  const life = setInterval(showLife, SIGN_OF_LIFE_MS, file).unref();
  return {
    note: (details) => writeAside(file, { ...self, ...details }, renameSync),
    release() {
      clearInterval(life);
      const holder = readHolder(file);
      if (holder?.pid === self.pid && holder.identity === self.identity) rmSync(file, { force: true });
    },
  };
}

/** Returns the details that the living holder of a lock has stored; undefined: nobody holds it. */
export function readLockDetails(file: string): Readonly<Record<string, unknown>> | undefined {
  return liveHolder(file);
}

/**
 * Takes over a dead holder's lock. Two processes may find the same dead holder, and the slower one must not remove the
 * faster one's lock, so the takeover itself needs a lock.
 */
function takeOver(file: string, self: Holder): void {
  refuseHeld(file, liveHolder(file));
  const turn = takeTurn(file);
  try {
    refuseHeld(file, liveHolder(file));
    rmSync(file, { force: true });
    // Another process that started later may have found no lock at all and have taken it.
    if (!claim(file, self)) throw new LockedError(file, readHolder(file) ?? {});
  } finally {
    turn.release();
  }
}

function takeTurn(file: string): Lock {
  try {
    return takeLock(`${file}.takeover`);
  } catch (error) {
    // Another process is taking the lock over and so holds it, but has not stored its details yet.
    throw error instanceof LockedError ? new LockedError(file, error.holder) : error;
  }
}

function refuseHeld(file: string, holder: Holder | undefined): void {
  if (holder) throw new LockedError(file, holder);
}

/** Creates the lock file; false: it exists. */
function claim(file: string, self: Holder): boolean {
  try {
    writeAside(file, self, linkSync);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Writes a file that appears complete or not at all, so that nobody takes a half-written one for a dead process's lock.
 */
function writeAside(file: string, content: Holder, place: (from: string, to: string) => void): void {
  const aside = `${file}.${process.pid}`;
  try {
    writeFileSync(aside, JSON.stringify(content, null, 2));
    place(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Returns the content of the lock file, if its holder is a living process. */
function liveHolder(file: string): Holder | undefined {
  const holder = readHolder(file);
  if (!holder) return undefined;
  const isAlive = isFromHere(holder)
    ? holder.pid !== process.pid && processIdentity(holder.pid) === holder.identity
    : Date.now() - writtenAt(file) < DEAD_AFTER_MS;
  return isAlive ? holder : undefined;
}

function isFromHere({ place = PLACE }: Holder): boolean {
  return place === PLACE;
}

function showLife(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody has removed the file, so there is nothing to touch until the next holder creates it.
  }
}

/** Returns when the file was written, in epoch milliseconds; 0: there is no such file. */
function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function placeOf(): string {
  try {
    const start = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${start} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return process.platform;
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
