import { TILE_DEADLINE_MS } from "#lib/shared/map-tiles.ts";
import { Rest } from "#lib/shared/rest.ts";
import { readSource, readTile } from "./offline-store.ts";
import { pack, unpack } from "./packing.ts";

/** So long the rest of what has begun may take, on the slowest of lines. */
const LONGEST_BODY_MS = 60_000;
/** Nobody is taken at their word for longer. */
const LONGEST_PAUSE_S = 600;

/** What a TileJSON says that is needed here; all else in it is the map's. */
interface Description {
  tiles: string[];
  scheme?: unknown;
}

/**
 * Where tiles come from: from this device where they are kept, else from the network, which is left alone for a minute
 * when it fails again and again.
 */
export class TileSource {
  /** Of the TileJSON, which also names what is kept. */
  readonly url: string;
  readonly #rest = new Rest();
  readonly #deadlineMs: number;
  #fresh: Promise<Description> | null = null;

  /** @param deadlineMs until an answer begins */
  constructor(url: string, deadlineMs = TILE_DEADLINE_MS) {
    this.url = url;
    this.#deadlineMs = deadlineMs;
  }

  /** As it was kept, so that a map without a network waits for nobody. Rejects where neither has one. */
  async describe(): Promise<Description> {
    const kept = await readSource(this.url);
    return isDescription(kept) ? kept : this.ask();
  }

  /** A tile's bytes; null: there is no such tile. Rejects without a kept one and without an answer. */
  async read(name: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
    const kept = await readTile(this.url, name);
    if (!kept) return this.fetch(name, signal);
    return kept.byteLength === 0 ? null : unpack(kept);
  }

  /** The same from the network alone. */
  async fetch(name: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
    return this.#ask(addressOf(await this.ask(), name), signal, (answer) =>
      answer.status === 404 ? null : answer.arrayBuffer(),
    );
  }

  /** Whoever rested is asked again: what kept it from answering may have been this device's connection. */
  wake(): void {
    this.#rest.answered();
  }

  /** The same as it is kept: compressed, and without a byte where there is no such tile. */
  async fetchPacked(name: string, signal: AbortSignal): Promise<ArrayBuffer> {
    const bytes = await this.fetch(name, signal);
    return bytes ? pack(bytes) : new ArrayBuffer(0);
  }

  /** What the network says, asked anew for each page: where tiles lie changes with every build of the map. */
  ask(): Promise<Description> {
    this.#fresh ??= this.#fetchDescription().catch((error: unknown) => {
      this.#fresh = null;
      throw error;
    });
    return this.#fresh;
  }

  async #fetchDescription(): Promise<Description> {
    const found = await this.#ask(this.url, null, (answer): unknown => (answer.ok ? answer.json() : null));
    if (!isDescription(found)) throw new Error("The description names no tiles.");
    return found;
  }

  /** `read` gets answers of status 200 and 404. Rejects at once while the source rests, and where none comes in time. */
  async #ask<T>(url: string, signal: AbortSignal | null, read: (answer: Response) => T): Promise<Awaited<T>> {
    signal?.throwIfAborted();
    if (this.#rest.isResting) throw new Error("The tiles gave no answers, and are asked again in a while.");
    const asking = new AbortController();
    // As an error of its own: an aborted request is one that nobody wants any more, and its failure is told to nobody.
    const late = () => asking.abort(new Error("No answer came in time."));
    const unwanted = () => asking.abort(signal?.reason);
    signal?.addEventListener("abort", unwanted);
    let timer = setTimeout(late, this.#deadlineMs);
    try {
      const answer = await fetch(url, { signal: asking.signal });
      clearTimeout(timer);
      if (!answer.ok && answer.status !== 404) throw new TileRefusal(answer);
      timer = setTimeout(late, LONGEST_BODY_MS);
      const said = await read(answer);
      this.#rest.answered();
      return said;
    } catch (error) {
      this.#note(error, signal);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", unwanted);
    }
  }

  #note(error: unknown, signal: AbortSignal | null): void {
    if (error instanceof TileRefusal && error.afterMs !== null) return this.#rest.pause(error.afterMs);
    // Without a connection the silence says nothing of whoever gives tiles.
    const isOffline = "onLine" in navigator && !navigator.onLine;
    if (!signal?.aborted && !isOffline) this.#rest.failed();
  }
}

/** Whoever gives tiles gives none now. */
export class TileRefusal extends Error {
  /** When it may be asked again, in milliseconds from now; null: it does not say. */
  readonly afterMs: number | null;

  constructor({ status, headers }: Response) {
    super(`The tiles answered ${status}.`);
    const seconds = Number(headers.get("retry-after") ?? "");
    this.afterMs = seconds > 0 ? Math.min(seconds, LONGEST_PAUSE_S) * 1000 : null;
  }
}

function isDescription(found: unknown): found is Description {
  if (typeof found !== "object" || found === null || !("tiles" in found)) return false;
  return Array.isArray(found.tiles) && typeof found.tiles[0] === "string";
}

/** Of several addresses for the same tile the first. Rows count from the south where the scheme is TMS. */
function addressOf({ tiles, scheme }: Description, name: string): string {
  const [z = "", x = "", y = ""] = name.split("/");
  const row = scheme === "tms" ? String(2 ** Number(z) - 1 - Number(y)) : y;
  const [template = ""] = tiles;
  return template.replace("{z}", z).replace("{x}", x).replace("{y}", row);
}
