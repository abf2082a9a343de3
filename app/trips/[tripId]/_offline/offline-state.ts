import type { OfflineView } from "#lib/client/offline-copy.ts";

type State = Pick<OfflineView, "map" | "files">;

/** All that a device keeps of the trip is here. */
export function isWhole({ map, files }: State): boolean {
  const isMapWhole = map === null || map.end === "whole" || map.end === "cut";
  return isMapWhole && files.kept === files.wanted;
}

/** Something is here beside the plan. */
export function isAnyHere({ map, files }: State): boolean {
  return (map?.bytes ?? 0) > 0 || files.kept > 0;
}
