import { type Basemap, decodeBasemap } from "#lib/shared/basemap.ts";

let loading: Promise<Basemap> | null = null;

/**
 * Loads the embedded map, which is fetched and unpacked once per page. A failure is not cached, so that the next map
 * tries again.
 */
export function loadBasemap(): Promise<Basemap> {
  loading ??= fetchBasemap().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchBasemap(): Promise<Basemap> {
  const response = await fetch(new URL("./basemap.bin", import.meta.url));
  if (!response.ok || !response.body) throw new Error(`The basemap answered ${response.status}.`);
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return decodeBasemap(new Uint8Array(await new Response(unpacked).arrayBuffer()));
}
