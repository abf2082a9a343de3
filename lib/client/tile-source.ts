import { readSource, readTile } from "./offline-store.ts";
import { pack, unpack } from "./packing.ts";

/** What a TileJSON says that is needed here; all else in it is the map's. */
interface Description {
  tiles: string[];
  scheme?: unknown;
}

/** Where tiles come from: from this device where they are kept, else from the network. */
export class TileSource {
  /** Of the TileJSON, which also names what is kept. */
  readonly url: string;
  #fresh: Promise<Description> | null = null;

  constructor(url: string) {
    this.url = url;
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
    const response = await fetch(addressOf(await this.ask(), name), { signal });
    if (response.status === 404) return null;
    if (!response.ok) throw new TileRefusal(response);
    return response.arrayBuffer();
  }

  /** The same as it is kept: compressed, and without a byte where there is no such tile. */
  async fetchPacked(name: string, signal: AbortSignal): Promise<ArrayBuffer> {
    const bytes = await this.fetch(name, signal);
    return bytes ? pack(bytes) : new ArrayBuffer(0);
  }

  /** What the network says, asked anew for each page: where tiles lie changes with every build of the map. */
  ask(): Promise<Description> {
    this.#fresh ??= fetchDescription(this.url).catch((error: unknown) => {
      this.#fresh = null;
      throw error;
    });
    return this.#fresh;
  }
}

/** Whoever gives tiles gives none now. */
export class TileRefusal extends Error {
  /** When it may be asked again, in milliseconds from now; null: it does not say. */
  readonly afterMs: number | null;

  constructor({ status, headers }: Response) {
    super(`The tiles answered ${status}.`);
    const seconds = Number(headers.get("retry-after") ?? "");
    this.afterMs = seconds > 0 ? seconds * 1000 : null;
  }
}

async function fetchDescription(url: string): Promise<Description> {
  const response = await fetch(url);
  if (!response.ok) throw new TileRefusal(response);
  const found: unknown = await response.json();
  if (!isDescription(found)) throw new Error("The description names no tiles.");
  return found;
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
