import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newId } from "../base/ids.ts";
import { draftStorageName, draftStorageNames } from "../storage/own-storage.ts";
import {
  foldChange,
  isTargetMissing,
  removeAppliedChanges,
  targetIdOf,
  withNewRowIds,
  verbOf,
} from "./suggestion-lines.ts";
import { Subscribers } from "../base/subscribers.ts";

/** One action of the person, and the seq of the trip at that moment. */
interface Drafted {
  id: string;
  change: SuggestedChange;
  baseSeq: number;
}

interface Kept {
  log: readonly Drafted[];
  note: string;
  /**
   * The suggestion that was sent last, while its answer may be lost: the same changes sent again are the same
   * suggestion.
   */
  sent: { id: string; text: string; note: string; logIds: readonly string[] } | null;
}

/** An action whose result is the opposite action, as for undo and redo. */
export type ReversibleAction = () => ReversibleAction;

/** The storage in which a draft survives the page. */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A draft that is ready to be sent. */
interface Parcel {
  id: string;
  changes: SuggestedChange[];
  note: string;
  baseSeq: number;
}

const EMPTY: Kept = { log: [], note: "", sent: null };

/**
 * The changes that a person without write access wants, until they send them: a log of actions in order, from which the
 * changes of one suggestion are computed. The draft exists only in this browser, and survives a reload.
 */
export class SuggestionDraft {
  readonly changes = new Subscribers<[]>();
  readonly #key: string;
  #storage: DraftStorage | null = null;
  #kept: Kept = EMPTY;
  #lines: readonly SuggestedChange[] = [];

  constructor(tripId: string, userId: string) {
    this.#key = draftStorageName(userId, tripId);
  }

  get note(): string {
    return this.#kept.note;
  }

  /** The fewest changes that have the effect of all logged actions; some may be in the trip already. */
  get lines(): readonly SuggestedChange[] {
    return this.#lines;
  }

  /**
   * Reads the stored draft, and stores changes from now on. Do not call it before the first render, which must match
   * the server's.
   */
  open(storage: DraftStorage): void {
    if (this.#storage) return;
    this.#storage = storage;
    this.follow();
  }

  /** Reads the draft again; call it when another tab has written to the storage. */
  follow(key: string | null = this.#key): void {
    if (key === this.#key) this.#show(read(this.#storage, this.#key));
  }

  /** Adds an action. The returned function removes it, and all actions on the row that it created. */
  add(change: SuggestedChange, baseSeq: number): ReversibleAction {
    const drafted = { id: newId(), change, baseSeq };
    this.#keep({ log: [...this.#kept.log, drafted] });
    return () => this.#take((each) => each === drafted || isPartOfCreate(each.change, change));
  }

  /** Adds one action that consists of several changes. */
  addAll(changes: readonly SuggestedChange[], baseSeq: number): ReversibleAction {
    return together(changes.map((change) => this.add(change, baseSeq)));
  }

  setNote(note: string): void {
    this.#keep({ note });
  }

  /** Removes one change and all actions that led to it; the returned function adds them again. */
  drop(line: SuggestedChange): ReversibleAction {
    const isIt = (change: SuggestedChange) =>
      change.op === line.op && targetIdOf(change) === targetIdOf(line);
    return this.#take(({ change }) => isIt(change) || isPartOfCreate(change, line));
  }

  /** Removes all actions on one row. */
  dropRow(id: string): ReversibleAction {
    return this.#take(({ change }) => targetIdOf(change) === id);
  }

  /** Empties the draft; the returned function restores it. */
  discard(): () => void {
    const { note } = this.#kept;
    const redo = this.#take(() => true);
    this.#keep({ note: "" });
    return () => {
      redo();
      this.setNote(this.note || note);
    };
  }

  /** Adds the changes of a suggestion that was withdrawn, so that they can be edited and sent again. */
  takeUp(changes: readonly SuggestedChange[], note: string | null, baseSeq: number): void {
    // The suggestion may have been accepted once, and that undone: then its ids are used up.
    const log = withNewRowIds(changes).map((change) => ({ id: newId(), change, baseSeq }));
    this.#keep({ log: [...log, ...this.#kept.log], note: this.note || (note ?? "") });
  }

  /** Returns what would be sent now: the changes that are new to the trip and whose rows exist. */
  pack(trip: TripDto): Parcel {
    const fresh = removeAppliedChanges(this.#lines, trip);
    const changes = fresh.filter((line) => !isTargetMissing(trip, fresh, line));
    const note = this.#kept.note.trim();
    const text = JSON.stringify({ changes, note });
    const { sent, log } = this.#kept;
    const id = sent?.text === text ? sent.id : newId();
    return { id, changes, note, baseSeq: Math.min(trip.seq, ...log.map(({ baseSeq }) => baseSeq)) };
  }

  /** Records what is being sent, before the answer comes. */
  sending({ id, changes, note }: Parcel): void {
    const text = JSON.stringify({ changes, note });
    this.#keep({ sent: { id, text, note, logIds: this.#kept.log.map((drafted) => drafted.id) } });
  }

  /** Removes the actions of a suggestion from the draft; call it when the suggestion has arrived. */
  arrived(id: string): void {
    const { sent, log, note } = this.#kept;
    if (sent?.id !== id) return;
    const left = log.filter((drafted) => !sent.logIds.includes(drafted.id));
    this.#keep({ log: left, note: note.trim() === sent.note ? "" : note, sent: null });
  }

  /** Handles suggestions whose answer was lost while the page was closed. */
  findArrived({ suggestions }: TripDto): void {
    for (const { id } of suggestions) this.arrived(id);
  }

  #take(isIt: (drafted: Drafted) => boolean): ReversibleAction {
    const taken = this.#kept.log.filter(isIt);
    this.#keep({ log: this.#kept.log.filter((drafted) => !taken.includes(drafted)) });
    return () => {
      // The ids of the log sort in the order of the actions.
      const log = [...this.#kept.log, ...taken].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      this.#keep({ log });
      return () => this.#take((drafted) => taken.includes(drafted));
    };
  }

  #keep(part: Partial<Kept>): void {
    this.#show({ ...this.#kept, ...part });
    write(this.#storage, this.#key, this.#kept);
  }

  #show(kept: Kept): void {
    this.#kept = kept;
    this.#lines = linesOf(kept);
    this.changes.tell();
  }
}

/** Returns how many changes this user has drafted in this browser, in all trips; a note alone counts as one. */
export function countDrafted(userId: string): number {
  const kept = draftStorageNames(userId).map((name) => read(window.localStorage, name));
  return kept.reduce((sum, each) => sum + (linesOf(each).length || Number(each.note.trim() !== "")), 0);
}

function linesOf({ log }: Kept): SuggestedChange[] {
  return log.reduce<SuggestedChange[]>((lines, { change }) => foldChange(lines, change), []);
}

function together(turns: readonly ReversibleAction[]): ReversibleAction {
  return () => together(turns.toReversed().map((turn) => turn()));
}

function isPartOfCreate(change: SuggestedChange, create: SuggestedChange): boolean {
  return verbOf(create.op) === "create" && targetIdOf(change) === targetIdOf(create);
}

/**
 * Reads the stored draft; an empty one where the browser refuses storage, or an older version has stored something
 * else.
 */
function read(storage: DraftStorage | null, key: string): Kept {
  try {
    const kept = JSON.parse(storage?.getItem(key) ?? "null") as Partial<Kept> | null;
    return Array.isArray(kept?.log) ? { ...EMPTY, ...kept } : EMPTY;
  } catch {
    return EMPTY;
  }
}

function write(storage: DraftStorage | null, key: string, kept: Kept): void {
  try {
    // With an empty draft, a suggestion that was sent can't be sent again, so its text need not stay stored.
    if (kept.log.length === 0 && kept.note === "") storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify(kept));
  } catch {
    // The browser refuses storage: the draft lives only as long as the page.
  }
}
