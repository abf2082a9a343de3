import { addProtocol, type RequestParameters } from "maplibre-gl";
import { TileSource } from "#lib/client/tile-source.ts";
import { STREETS_ADDRESS, STREETS_SCHEME } from "./street-source.ts";

/** What a map gets streets by. */
export interface Streets {
  /** After the connection has come back: whoever gives tiles is asked again at once. */
  wake: () => void;
}

/**
 * Streets from this device where they are kept. Kept ones come first also with a connection: they are there at once, and
 * cost nobody anything.
 * @param url of their TileJSON
 */
export function openStreets(url: string): Streets {
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
  if (url === STREETS_ADDRESS) {
    const { scheme: _, ...description } = await source.describe();
    return { ...description, tiles: [`${STREETS_SCHEME}://{z}/{x}/{y}`] };
  }
  const bytes = await source.read(url.slice(`${STREETS_SCHEME}://`.length), signal);
  // Where there is no such tile there is nothing to draw, which is no failure.
  return bytes ?? new ArrayBuffer(0);
}
