import { setWorkerCount, setWorkerUrl } from "maplibre-gl";

/**
 * Loads MapLibre's worker as a file of this site, because the page's content security policy allows neither blob:
 * workers nor scripts of other sites.
 */
export function bundleWorker(): void {
  // With a single worker, streets would wait until the coasts of the world are cut into tiles.
  setWorkerCount(2);
  setWorkerUrl(new URL("maplibre-gl/dist/maplibre-gl-worker.mjs", import.meta.url).href);
}
