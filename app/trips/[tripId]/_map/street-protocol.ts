import { addProtocol, type RequestParameters } from "maplibre-gl";
import { TileSource } from "#lib/client/offline/tile-source.ts";
import { STREETS_TILEJSON_URL, STREETS_SCHEME } from "./street-source.ts";

/** The connection between a map and the source of its street tiles. */
export interface StreetTileConnection {
  /**
   * Ends the source's waiting after a failure. Call this when the network is back, so that the server is requested
   * again at once.
   */
  wake: () => void;
}

/**
 * Registers the protocol by which MapLibre requests street tiles. Tiles that the device has stored are used first
 * even with a network: they are fast and cause no traffic.
 * @param url the address of the tiles' TileJSON
 */
export function openStreetTiles(url: string): StreetTileConnection {
  const source = new TileSource(url);
  addProtocol(STREETS_SCHEME, async (request, { signal }) => ({
    data: await answer(source, request, signal),
  }));
  return { wake: () => source.wake() };
}

async function answer(
  source: TileSource,
  { url }: RequestParameters,
  signal: AbortSignal,
): Promise<ArrayBuffer | object> {
  if (url === STREETS_TILEJSON_URL) {
    const { scheme: _, ...description } = await source.describe();
    return { ...description, tiles: [`${STREETS_SCHEME}://{z}/{x}/{y}`] };
  }
  const bytes = await source.read(url.slice(`${STREETS_SCHEME}://`.length), signal);
  // A tile that the server does not have is empty, not a failure.
  return bytes ?? new ArrayBuffer(0);
}
