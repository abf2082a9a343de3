import { guardPage } from "#lib/client/page-guard.ts";

/** Places on this page that hold something typed and not sent; while there are any, the browser asks before it leaves. */
const places = new Set<string>();
// Without anything unsaved nothing listens: a listener keeps a page out of the browser's back and forward cache.
let release: (() => void) | null = null;

export function markUnsaved(place: string, unsaved: boolean): void {
  if (unsaved) places.add(place);
  else places.delete(place);
  if (places.size > 0) release ??= guardPage();
  else {
    release?.();
    release = null;
  }
}
