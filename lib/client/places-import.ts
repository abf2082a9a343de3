import { type Clock, systemClock } from "#lib/shared/clock.ts";
import type { ImportInto, ImportPreview, ImportResult } from "#lib/shared/imports.ts";
import type { Called } from "./api.ts";
import { type Attempt, Attempts } from "./attempts.ts";
import { newId } from "./ids.ts";
import { foundTwice, type FoundRow } from "./found-twice.ts";
import { type FileProblem, findProblem, isSameContent } from "./import-file.ts";
import type { Sending } from "./imports.ts";
import { isRefusal } from "./retry.ts";
import { Subscribers } from "./subscribers.ts";

/** Files of one import at most: the service takes as many of one person within ten minutes. */
export const MAX_IMPORT_FILES = 20;

/** Whoever ticks several lists one after the other sends the file once. */
const CHOOSING_MS = 250;

type FileStep =
  /** Its turn to be looked at comes. */
  | { kind: "waiting" }
  | { kind: "reading"; share: number }
  | { kind: "refused"; problem: FileProblem }
  /** It has the bytes of an earlier file of this import. */
  | { kind: "same"; as: string }
  /** `problem`: why it was not added, when that was tried. */
  | { kind: "found"; problem: FileProblem | null }
  | { kind: "adding"; share: number }
  | { kind: "added"; result: ImportResult; seq: number | null };

/** One file of an import. */
export interface PlaceFile {
  readonly id: string;
  readonly file: File;
  readonly step: FileStep;
  /** What the last look found; null: nothing yet. */
  readonly preview: ImportPreview | null;
  /** Ids of the lists to take; null: all that it has. */
  readonly lists: readonly string[] | null;
  /** Places of it that a file before it adds already. */
  readonly repeated: ReadonlySet<FoundRow>;
}

const NONE: ReadonlySet<FoundRow> = new Set();

export interface PlacesRequest {
  file: File;
  into: ImportInto;
  /** Ids with commas; absent: all. */
  collections?: string | undefined;
}

interface Requests {
  preview(request: PlacesRequest, sending: Sending): Promise<ImportPreview>;
  add(request: PlacesRequest, attempt: Attempt, sending: Sending): Promise<Called<ImportResult>>;
}

/**
 * Several files of places on their way into one trip: each is looked at, then added, one after the other. A file that is
 * refused or fails stands with its reason and holds up none of the others.
 */
export class PlacesImport {
  readonly changes = new Subscribers<[]>();
  readonly #requests: Requests;
  readonly #clock: Pick<Clock, "after">;
  readonly #attempts = new Attempts();
  #files: readonly PlaceFile[] = [];
  /** The places of each file that were compared last. */
  #rows: ReadonlyArray<readonly FoundRow[]> = [];
  #into: ImportInto = "days";
  #running: { id: string; controller: AbortController } | null = null;
  #isLooking = false;
  #isAdding = false;

  constructor(requests: Requests, clock: Pick<Clock, "after"> = systemClock) {
    this.#requests = requests;
    this.#clock = clock;
  }

  get files(): readonly PlaceFile[] {
    return this.#files;
  }

  get into(): ImportInto {
    return this.#into;
  }

  get isAdding(): boolean {
    return this.#isAdding;
  }

  /** Begins anew, with these files; with none, as before any was chosen. */
  choose(files: readonly File[]): void {
    this.stop();
    const taken = files.map((file, at): PlaceFile => {
      const step: FileStep =
        at < MAX_IMPORT_FILES ? { kind: "waiting" } : { kind: "refused", problem: "many" };
      return { id: newId(), file, step, preview: null, lists: null, repeated: NONE };
    });
    this.#set(taken);
  }

  leaveOut(id: string): void {
    this.#abort(id);
    const others = this.#files.filter((each) => each.id !== id);
    // What had the same content may have it alone now.
    this.#set(others.map((each) => (each.step.kind === "same" ? withStep(each, { kind: "waiting" }) : each)));
  }

  setInto(into: ImportInto): void {
    this.#into = into;
    this.#lookAgain(
      ({ step, preview }) => step.kind === "waiting" || step.kind === "reading" || preview !== null,
    );
  }

  /** Takes these of its lists alone. */
  setLists(id: string, lists: readonly string[]): void {
    this.#change(id, { lists });
    this.#lookAgain((each) => each.id === id);
  }

  /** Looks anew at a file that got no answer. */
  retry(id: string): void {
    this.#lookAgain((each) => each.id === id);
  }

  /** Adds whatever is ready, one file after the other. Never rejects. */
  async add(): Promise<void> {
    if (this.#isAdding) return;
    this.#isAdding = true;
    for (const { id } of this.#files.filter(isReady)) if (this.#isAdding) await this.#addFile(id);
    this.#isAdding = false;
    this.changes.tell();
  }

  /** Ends what is on its way; a file that was being added may have arrived. */
  stop(): void {
    this.#isAdding = false;
    if (this.#running) this.#abort(this.#running.id);
  }

  #abort(id: string): void {
    if (this.#running?.id === id) this.#running.controller.abort();
  }

  #set(files: readonly PlaceFile[]): void {
    this.#files = this.#compared(files);
    this.changes.tell();
    void this.#lookAtAll();
  }

  #change(id: string, part: Partial<PlaceFile>): void {
    this.#files = this.#compared(this.#files.map((each) => (each.id === id ? { ...each, ...part } : each)));
    this.changes.tell();
  }

  /** With what of each is in those before it, worked out anew when other places are to be added. */
  #compared(files: readonly PlaceFile[]): readonly PlaceFile[] {
    const rows = files.map(rowsOf);
    const isKnown = rows.length === this.#rows.length && rows.every((each, at) => each === this.#rows[at]);
    if (isKnown) return files;
    this.#rows = rows;
    const repeated = foundTwice(rows);
    return files.map((file, at) => ({ ...file, repeated: repeated[at] ?? NONE }));
  }

  #lookAgain(which: (file: PlaceFile) => boolean): void {
    for (const { id } of this.#files.filter(which)) this.#abort(id);
    this.#set(this.#files.map((each) => (which(each) ? withStep(each, stepBefore(each)) : each)));
  }

  async #lookAtAll(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    for (let next = this.#waiting(); next; next = this.#waiting()) await this.#look(next);
    this.#isLooking = false;
  }

  #waiting(): PlaceFile | undefined {
    return this.#files.find(({ step }) => step.kind === "waiting");
  }

  async #look(file: PlaceFile): Promise<void> {
    const { sending, tell } = this.#begin(file.id, "reading");
    try {
      const found = file.preview === null ? await this.#known(file) : await this.#pause(sending.signal);
      sending.signal.throwIfAborted();
      const preview = found ? null : await this.#requests.preview(this.#requestOf(file), sending);
      tell(preview ? { preview, step: { kind: "found", problem: null } } : { step: found ?? file.step });
    } catch (error) {
      tell({ step: { kind: "refused", problem: { error } } });
    }
  }

  /** What is known of a file without asking the service. */
  async #known({ id, file }: PlaceFile): Promise<FileStep | null> {
    const problem = await findProblem(file);
    if (problem) return { kind: "refused", problem };
    for (const earlier of this.#files.slice(
      0,
      this.#files.findIndex((each) => each.id === id),
    )) {
      if (earlier.step.kind === "same" || earlier.step.kind === "refused") continue;
      if (await isSameContent(earlier.file, file)) return { kind: "same", as: earlier.file.name };
    }
    return null;
  }

  #pause(signal: AbortSignal): Promise<null> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(CHOOSING_MS, () => resolve(null));
      signal.addEventListener("abort", () => {
        cancel();
        resolve(null);
      });
    });
  }

  async #addFile(id: string): Promise<void> {
    const file = this.#files.find((each) => each.id === id);
    if (!file) return;
    const { sending, tell } = this.#begin(id, "adding");
    const request = this.#requestOf(file);
    const { name, size, lastModified } = file.file;
    // The same file chosen again, after it was cancelled on its way, is the same import too.
    const input = { name, size, lastModified, into: request.into, collections: request.collections };
    try {
      const { data, seq } = await this.#requests.add(request, this.#attempts.of(input), sending);
      this.#attempts.settle(input);
      this.#change(id, { step: { kind: "added", result: data, seq } });
    } catch (error) {
      this.#attempts.settle(input, error);
      tell({ step: { kind: "found", problem: { error } } });
      if (sending.signal.aborted) this.#change(id, { step: { kind: "found", problem: null } });
    }
  }

  /** `tell` changes nothing any more once the request was given up. */
  #begin(id: string, kind: "reading" | "adding") {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running = { id, controller };
    const tell = (part: Partial<PlaceFile>) => {
      if (!signal.aborted) this.#change(id, part);
    };
    const onProgress = (share: number) => tell({ step: { kind, share } });
    onProgress(0);
    return { sending: { signal, onProgress }, tell };
  }

  #requestOf({ file, lists }: PlaceFile): PlacesRequest {
    return { file, into: this.#into, collections: lists?.join(",") };
  }
}

/** Whether it has something to send: of a place that an earlier file adds, its notes may be new. */
export function isReady(file: PlaceFile): boolean {
  return file.step.kind === "found" && rowsOf(file).length > 0;
}

/** How many of its places would be added, as far as is known. */
export function countToAdd(file: PlaceFile): number {
  return rowsOf(file).length - file.repeated.size;
}

const NO_ROWS: readonly FoundRow[] = [];

/** What of it is new to the trip. */
function rowsOf({ step, preview, lists }: PlaceFile): readonly FoundRow[] {
  const isLeft = step.kind === "same" || step.kind === "refused" || lists?.length === 0;
  return isLeft || !preview ? NO_ROWS : preview.added;
}

/** What of a file is not added, as far as is known: what the trip has, what cannot be, and what is in another file. */
export function leftOutOf({ preview, repeated }: PlaceFile): LeftOutRow[] {
  const others = [...repeated].map(({ name }) => ({ name, reason: "otherFile" as const }));
  return [...(preview?.skipped ?? []).map(({ name, reason }) => ({ name, reason })), ...others];
}

export interface LeftOutRow {
  name: string;
  reason: ImportPreview["skipped"][number]["reason"] | "otherFile";
}

/** Whether asking again may help. */
export function isWorthRetrying(problem: FileProblem): boolean {
  return typeof problem === "object" && !isRefusal(problem.error);
}

function withStep(file: PlaceFile, step: FileStep): PlaceFile {
  return { ...file, step };
}

/** Without a list there is nothing to ask the service for. */
function stepBefore({ lists, preview }: PlaceFile): FileStep {
  return lists?.length === 0 && preview ? { kind: "found", problem: null } : { kind: "waiting" };
}
