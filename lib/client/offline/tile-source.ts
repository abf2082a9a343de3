import { TILE_DEADLINE_MS } from "#lib/shared/map-tiles.ts";
import { CircuitBreaker } from "#lib/shared/circuit-breaker.ts";
import { readTileSource, readTile } from "../storage/offline-store.ts";
import { gzip, gunzip } from "./gzip.ts";

/** The maximum time from the beginning of an answer to its end, which is enough on the slowest of connections. */
const LONGEST_BODY_MS = 60_000;
/** A tile server's `Retry-After` counts at most this many seconds. */
const LONGEST_PAUSE_S = 600;

/** The fields of a TileJSON that are needed to fetch tiles; the map uses the other fields. */
interface Description {
  tiles: string[];
  scheme?: unknown;
}

/**
 * Reads tiles from this device where they are stored, else from the network. After repeated failures it pauses requests
 * for a minute.
 */
export class TileSource {
  /** The address of the TileJSON, which also names the stored tiles. */
  readonly url: string;
  readonly #rest = new CircuitBreaker();
  readonly #deadlineMs: number;
  #fresh: Promise<Description> | null = null;

  /** @param deadlineMs the longest wait until an answer begins */
  constructor(url: string, deadlineMs = TILE_DEADLINE_MS) {
    this.url = url;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Resolves with the stored description, so that a map without a network waits for nothing; without a stored one,
   * requests it. Rejects when there is neither.
   */
  async describe(): Promise<Description> {
    const kept = await readTileSource(this.url);
    return isDescription(kept) ? kept : this.ask();
  }

  /** Resolves with a tile's bytes; null when there is no such tile. Rejects when none is stored and no answer comes. */
  async read(name: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
    const kept = await readTile(this.url, name);
    if (!kept) return this.fetch(name, signal);
    return kept.byteLength === 0 ? null : gunzip(kept);
  }

  /** Reads a tile like {@link read}, but only from the network. */
  async fetch(name: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
    return this.#ask(addressOf(await this.ask(), name), signal, (answer) =>
      answer.status === 404 ? null : answer.arrayBuffer(),
    );
  }

  /** Ends the pause of requests: the failures may have been caused by this device's connection. */
  wake(): void {
    this.#rest.answered();
  }

  /** Fetches a tile in the stored form: compressed, and empty where there is no such tile. */
  async fetchPacked(name: string, signal: AbortSignal): Promise<ArrayBuffer> {
    const bytes = await this.fetch(name, signal);
    return bytes ? gzip(bytes) : new ArrayBuffer(0);
  }

  /** Requests the description, once for each page: the addresses of tiles change with every build of the map. */
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

  /**
   * Requests an address, and passes answers of status 200 and 404 to `read`. Rejects at once during a pause, and when
   * no answer comes in time.
   */
  async #ask<T>(url: string, signal: AbortSignal | null, read: (answer: Response) => T): Promise<Awaited<T>> {
    signal?.throwIfAborted();
    if (this.#rest.isResting) throw new Error("The tiles gave no answers, and are asked again in a while.");
    const asking = new AbortController();
    // The reason is an error of its own, because an aborted request counts as unwanted, and its failure is not
    // reported.
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
    // Without a connection a failure says nothing about the tile server.
    const isOffline = "onLine" in navigator && !navigator.onLine;
    if (!signal?.aborted && !isOffline) this.#rest.failed();
  }
}

/** The tile server refuses tiles now. */
export class TileRefusal extends Error {
  /** When the next request is allowed, in milliseconds from now; null when the server does not say. */
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

/** Returns the first of several addresses of the tile. In the scheme TMS, rows count from the south. */
function addressOf({ tiles, scheme }: Description, name: string): string {
  const [z = "", x = "", y = ""] = name.split("/");
  const row = scheme === "tms" ? String(2 ** Number(z) - 1 - Number(y)) : y;
  const [template = ""] = tiles;
  return template.replace("{z}", z).replace("{x}", x).replace("{y}", row);
}
