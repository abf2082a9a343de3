import { addProtocol, type RequestParameters } from "maplibre-gl";
import { TileSource } from "#lib/client/tile-source.ts";

const SCHEME = "streets";
const DESCRIPTION = `${SCHEME}://description`;

/**
 * The address under which the map gets streets, from this device where they are kept. Kept ones come first also with a
 * connection: they are there at once, and cost nobody anything.
 * @param url of their TileJSON
 */
export function streetsAddress(url: string): string {
  const source = new TileSource(url);
  addProtocol(SCHEME, async (request, { signal }) => ({ data: await answer(source, request, signal) }));
  return DESCRIPTION;
}

async function answer(
  source: TileSource,
  { url }: RequestParameters,
  signal: AbortSignal,
): Promise<ArrayBuffer | object> {
  if (url === DESCRIPTION) {
    const { scheme: _, ...description } = await source.describe();
    return { ...description, tiles: [`${SCHEME}://{z}/{x}/{y}`] };
  }
  const bytes = await source.read(url.slice(`${SCHEME}://`.length), signal);
  if (bytes) return bytes;
  throw new Error("There is no such tile.");
}
