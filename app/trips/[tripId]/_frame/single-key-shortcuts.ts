const NAME = "letter-keys";
const OFF = "off";

type Kept = Pick<Storage, "getItem" | "setItem">;

// Whether the shortcuts are on for this page; this applies if the browser does not allow storage.
let here = true;

function browserStorage(): Kept {
  return window.localStorage;
}

/**
 * Whether single characters such as "j" are shortcuts. Speech input types them by accident, so users can turn them
 * off.
 */
export function hasSingleKeyShortcuts(storage: () => Kept = browserStorage): boolean {
  try {
    return storage().getItem(NAME) !== OFF;
  } catch {
    return here;
  }
}

export function setSingleKeyShortcuts(on: boolean, storage: () => Kept = browserStorage): void {
  here = on;
  try {
    storage().setItem(NAME, on ? "on" : OFF);
  } catch {
    // Without storage the setting holds until the page is closed.
  }
}
