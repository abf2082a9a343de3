import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newId } from "./ids.ts";
import { draftName, draftNames } from "./own-storage.ts";
import { foldChange, isGone, stillNew, subjectOf, underNewIds, verbOf } from "./suggestion-lines.ts";
import { Subscribers } from "./subscribers.ts";

/** One deed of the person, and the seq of the trip that they did it over. */
interface Drafted {
  id: string;
  change: SuggestedChange;
  baseSeq: number;
}

interface Kept {
  log: readonly Drafted[];
  note: string;
  /** The suggestion that was sent last and whose answer may be lost: the same text again is the same suggestion. */
  sent: { id: string; text: string; note: string; logIds: readonly string[] } | null;
}

/** Does something, and returns what does the opposite. */
export type Turn = () => Turn;

/** Where a draft outlives the page. */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What is ready to be sent. */
interface Parcel {
  id: string;
  changes: SuggestedChange[];
  note: string;
  baseSeq: number;
}

const EMPTY: Kept = { log: [], note: "", sent: null };

/**
 * What somebody who may not write wants changed, until they send it: a log of what they did, in order, from which the
 * lines of one suggestion are made. It lives in this browser alone and outlives a reload.
 */
export class SuggestionDraft {
  readonly changes = new Subscribers<[]>();
  readonly #key: string;
  #storage: DraftStorage | null = null;
  #kept: Kept = EMPTY;
  #lines: readonly SuggestedChange[] = [];

  constructor(tripId: string, userId: string) {
    this.#key = draftName(userId, tripId);
  }

  get note(): string {
    return this.#kept.note;
  }

  /** All that was done, in as few lines as say it; some may be in the trip by now. */
  get lines(): readonly SuggestedChange[] {
    return this.#lines;
  }

  /** Takes up what was left here before, and keeps what comes. Not on the first render, which the server has made too. */
  open(storage: DraftStorage): void {
    if (this.#storage) return;
    this.#storage = storage;
    this.follow();
  }

  /** Another tab has written. */
  follow(key: string | null = this.#key): void {
    if (key === this.#key) this.#show(read(this.#storage, this.#key));
  }

  /** Returns what takes the deed back, with all that was done to what it created. */
  add(change: SuggestedChange, baseSeq: number): Turn {
    const drafted = { id: newId(), change, baseSeq };
    this.#keep({ log: [...this.#kept.log, drafted] });
    return () => this.#take((each) => each === drafted || isPartOfCreate(each.change, change));
  }

  /** The same for one deed that takes several lines to say. */
  addAll(changes: readonly SuggestedChange[], baseSeq: number): Turn {
    return together(changes.map((change) => this.add(change, baseSeq)));
  }

  setNote(note: string): void {
    this.#keep({ note });
  }

  /** Takes one line back, with everything that was done for it; returns what does it again. */
  drop(line: SuggestedChange): Turn {
    const isIt = (change: SuggestedChange) => change.op === line.op && subjectOf(change) === subjectOf(line);
    return this.#take(({ change }) => isIt(change) || isPartOfCreate(change, line));
  }

  /** Takes back everything that was done to one row. */
  dropRow(id: string): Turn {
    return this.#take(({ change }) => subjectOf(change) === id);
  }

  /** Empties it; returns what brings it back. */
  discard(): () => void {
    const { note } = this.#kept;
    const redo = this.#take(() => true);
    this.#keep({ note: "" });
    return () => {
      redo();
      this.setNote(this.note || note);
    };
  }

  /** Takes up the lines of a suggestion that was withdrawn, to be changed and sent again. */
  takeUp(changes: readonly SuggestedChange[], note: string | null, baseSeq: number): void {
    // It may have been accepted before, and that undone: then its ids are used up.
    const log = underNewIds(changes).map((change) => ({ id: newId(), change, baseSeq }));
    this.#keep({ log: [...log, ...this.#kept.log], note: this.note || (note ?? "") });
  }

  /** What would be sent now: the lines that are new to the trip and whose rows are there. */
  pack(trip: TripDto): Parcel {
    const fresh = stillNew(this.#lines, trip);
    const changes = fresh.filter((line) => !isGone(trip, fresh, line));
    const note = this.#kept.note.trim();
    const text = JSON.stringify({ changes, note });
    const { sent, log } = this.#kept;
    const id = sent?.text === text ? sent.id : newId();
    return { id, changes, note, baseSeq: Math.min(trip.seq, ...log.map(({ baseSeq }) => baseSeq)) };
  }

  /** Notes what goes out, before its answer. */
  sending({ id, changes, note }: Parcel): void {
    const text = JSON.stringify({ changes, note });
    this.#keep({ sent: { id, text, note, logIds: this.#kept.log.map((drafted) => drafted.id) } });
  }

  /** A suggestion of this id has arrived: what went out with it is no draft any more. */
  arrived(id: string): void {
    const { sent, log, note } = this.#kept;
    if (sent?.id !== id) return;
    const left = log.filter((drafted) => !sent.logIds.includes(drafted.id));
    this.#keep({ log: left, note: note.trim() === sent.note ? "" : note, sent: null });
  }

  /** The answer may have been lost while the page was away. */
  findArrived({ suggestions }: TripDto): void {
    for (const { id } of suggestions) this.arrived(id);
  }

  #take(isIt: (drafted: Drafted) => boolean): Turn {
    const taken = this.#kept.log.filter(isIt);
    this.#keep({ log: this.#kept.log.filter((drafted) => !taken.includes(drafted)) });
    return () => {
      // Ids of the log are made in the order of the deeds.
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

/** How many changes this person has drafted in this browser, in all trips; a note alone is one. */
export function countDrafted(userId: string): number {
  const kept = draftNames(userId).map((name) => read(window.localStorage, name));
  return kept.reduce((sum, each) => sum + (linesOf(each).length || Number(each.note.trim() !== "")), 0);
}

function linesOf({ log }: Kept): SuggestedChange[] {
  return log.reduce<SuggestedChange[]>((lines, { change }) => foldChange(lines, change), []);
}

function together(turns: readonly Turn[]): Turn {
  return () => together(turns.toReversed().map((turn) => turn()));
}

function isPartOfCreate(change: SuggestedChange, create: SuggestedChange): boolean {
  return verbOf(create.op) === "create" && subjectOf(change) === subjectOf(create);
}

/** A browser may refuse storage, and an older version may have left something else there. */
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
    // What went out with an empty draft can't be sent again, and is no reason to keep its words.
    if (kept.log.length === 0 && kept.note === "") storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify(kept));
  } catch {
    // Then it lives as long as the page.
  }
}
