const NAME = "letter-keys";
const OFF = "off";

type Kept = Pick<Storage, "getItem" | "setItem">;

// Counts where the browser keeps nothing for this site.
let here = true;

function browserStorage(): Kept {
  return window.localStorage;
}

/** Whether single signs such as "j" are shortcuts. Speech input types them by accident, so they can be turned off. */
export function hasLetterKeys(storage: () => Kept = browserStorage): boolean {
  try {
    return storage().getItem(NAME) !== OFF;
  } catch {
    return here;
  }
}

export function setLetterKeys(on: boolean, storage: () => Kept = browserStorage): void {
  here = on;
  try {
    storage().setItem(NAME, on ? "on" : OFF);
  } catch {
    // It holds until the page is left.
  }
}
