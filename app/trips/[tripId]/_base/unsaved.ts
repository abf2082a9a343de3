import { confirmPageClose } from "#lib/client/base/page-guard.ts";

/** Keys of unsent input on this page; while there are any, the browser asks before it closes the page. */
const places = new Set<string>();
// The listener is removed when nothing is unsaved, because a page with this listener is excluded from the browser's
// back/forward cache.
let release: (() => void) | null = null;

export function markUnsaved(place: string, unsaved: boolean): void {
  if (unsaved) places.add(place);
  else places.delete(place);
  if (places.size > 0) release ??= confirmPageClose();
  else {
    release?.();
    release = null;
  }
}
