import { type Clock, systemClock } from "#lib/shared/clock.ts";
import type { ImportInto, ImportPreview, ImportResult } from "#lib/shared/imports.ts";
import type { CallResult } from "../base/api.ts";
import { type IdempotentCreate, IdempotentCreates } from "../base/idempotent-creates.ts";
import { newId } from "../base/ids.ts";
import { findRepeatedPlaces, type FoundRow } from "./found-twice.ts";
import { type FileProblem, findProblem, isSameContent } from "./import-file.ts";
import type { UploadOptions } from "./imports.ts";
import { isRefusal } from "../base/retry.ts";
import { Subscribers } from "../base/subscribers.ts";

/** The most files of one import: the service accepts as many from one user within ten minutes. */
export const MAX_IMPORT_FILES = 20;

/** The wait after a choice of lists: a person who ticks several of them in a row causes one upload of the file. */
const CHOOSING_MS = 250;

type FileStep =
  /** The file waits for its preview. */
  | { kind: "waiting" }
  | { kind: "reading"; share: number }
  | { kind: "refused"; problem: FileProblem }
  /** The file has the bytes of an earlier file of this import. */
  | { kind: "same"; as: string }
  /** `problem`: why the last attempt to add the file failed. */
  | { kind: "found"; problem: FileProblem | null }
  | { kind: "adding"; share: number }
  | { kind: "added"; result: ImportResult; seq: number | null };

type Added = CallResult<ImportResult>;

/** One file of an import. */
export interface PlaceFile {
  readonly id: string;
  readonly file: File;
  readonly step: FileStep;
  /** The service's last preview of the file; null before the first. */
  readonly preview: ImportPreview | null;
  /** The ids of the lists to import; null for all lists of the file. */
  readonly lists: readonly string[] | null;
  /** The file's places that an earlier file adds already. */
  readonly repeated: ReadonlySet<FoundRow>;
}

const NONE: ReadonlySet<FoundRow> = new Set();

export interface PlacesRequest {
  file: File;
  into: ImportInto;
  /** The ids of the lists, separated by commas; absent for all. */
  collections?: string | undefined;
}

interface Requests {
  preview(request: PlacesRequest, sending: UploadOptions): Promise<ImportPreview>;
  add(request: PlacesRequest, attempt: IdempotentCreate, sending: UploadOptions): Promise<Added>;
}

/**
 * Imports several files of places into one trip: each file is previewed, then added, one after the other. A file that
 * is refused or fails keeps its reason, and does not delay the others.
 */
export class PlacesImport {
  readonly changes = new Subscribers<[]>();
  readonly #requests: Requests;
  readonly #clock: Pick<Clock, "after">;
  readonly #attempts = new IdempotentCreates();
  #files: readonly PlaceFile[] = [];
  /** The places of each file at the last comparison. */
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

  /** Starts the import again with the given files; without files, it returns to the state before any was chosen. */
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
    // A file with the same content as the removed one may now be imported itself.
    this.#set(others.map((each) => (each.step.kind === "same" ? withStep(each, { kind: "waiting" }) : each)));
  }

  setInto(into: ImportInto): void {
    this.#into = into;
    this.#lookAgain(
      ({ step, preview }) => step.kind === "waiting" || step.kind === "reading" || preview !== null,
    );
  }

  /** Sets which lists of the file are imported. */
  setLists(id: string, lists: readonly string[]): void {
    this.#change(id, { lists });
    this.#lookAgain((each) => each.id === id);
  }

  /** Previews a file again whose request got no answer. */
  retry(id: string): void {
    this.#lookAgain((each) => each.id === id);
  }

  /** Adds all files that are ready, one after the other. Never rejects. */
  async add(): Promise<void> {
    if (this.#isAdding) return;
    this.#isAdding = true;
    for (const { id } of this.#files.filter(hasPlacesToSend)) if (this.#isAdding) await this.#addFile(id);
    this.#isAdding = false;
    this.changes.tell();
  }

  /** Aborts the running request; a file that was being added may have arrived. */
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

  /** Adds to each file the places that earlier files add already; computes them again when places change. */
  #compared(files: readonly PlaceFile[]): readonly PlaceFile[] {
    const rows = files.map(rowsOf);
    const isKnown = rows.length === this.#rows.length && rows.every((each, at) => each === this.#rows[at]);
    if (isKnown) return files;
    this.#rows = rows;
    const repeated = findRepeatedPlaces(rows);
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

  /** Returns the step of a file that needs no request: unreadable, or the same as an earlier file. */
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
    // The same file, chosen again after its request was cancelled, is the same import too.
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

  /** After the request was aborted, `tell` changes nothing any more. */
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

/** Whether the file has places to send. A place that an earlier file adds counts too: its notes may be new. */
export function hasPlacesToSend(file: PlaceFile): boolean {
  return file.step.kind === "found" && rowsOf(file).length > 0;
}

/** How many of the file's places would be added, as far as is known. */
export function countToAdd(file: PlaceFile): number {
  return rowsOf(file).length - file.repeated.size;
}

const NO_ROWS: readonly FoundRow[] = [];

/** The file's places that are new to the trip. */
function rowsOf({ step, preview, lists }: PlaceFile): readonly FoundRow[] {
  const isLeft = step.kind === "same" || step.kind === "refused" || lists?.length === 0;
  return isLeft || !preview ? NO_ROWS : preview.added;
}

/** Returns a file's places that are not added: known to the trip, impossible to add, or added by another file. */
export function leftOutRowsOf({ preview, repeated }: PlaceFile): LeftOutRow[] {
  const others = [...repeated].map(({ name }) => ({ name, reason: "otherFile" as const }));
  return [...(preview?.skipped ?? []).map(({ name, reason }) => ({ name, reason })), ...others];
}

export interface LeftOutRow {
  name: string;
  reason: ImportPreview["skipped"][number]["reason"] | "otherFile";
}

/** Whether another attempt to import the file may succeed. */
export function isWorthRetrying(problem: FileProblem): boolean {
  return typeof problem === "object" && !isRefusal(problem.error);
}

function withStep(file: PlaceFile, step: FileStep): PlaceFile {
  return { ...file, step };
}

/** Returns the next step of a file after a choice of its lists: without a chosen list, no preview is needed. */
function stepBefore({ lists, preview }: PlaceFile): FileStep {
  return lists?.length === 0 && preview ? { kind: "found", problem: null } : { kind: "waiting" };
}
