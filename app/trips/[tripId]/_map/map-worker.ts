import { setWorkerCount, setWorkerUrl } from "maplibre-gl";

/** Bundled as a file of this site: the page's policy allows neither blob: workers nor scripts from elsewhere. */
export function bundleWorker(): void {
  // With one, streets would wait until the coasts of the world are cut into tiles.
  setWorkerCount(2);
  setWorkerUrl(new URL("maplibre-gl/dist/maplibre-gl-worker.mjs", import.meta.url).href);
}
