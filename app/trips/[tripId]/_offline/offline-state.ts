import type { OfflineView } from "#lib/client/offline/offline-copy.ts";

type State = Pick<OfflineView, "map" | "files">;

/** Whether everything is stored that a device stores of the trip. */
export function isCompletelyStored({ map, files }: State): boolean {
  const isMapWhole = map === null || map.end === "whole" || map.end === "cut";
  return isMapWhole && files.kept === files.wanted;
}

/** Whether anything is stored besides the plan. */
export function isAnythingStored({ map, files }: State): boolean {
  return (map?.bytes ?? 0) > 0 || files.kept > 0;
}
