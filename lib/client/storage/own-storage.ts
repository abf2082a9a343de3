/*
 * The names of the texts that the browser's storage holds for one user, beside the databases of trips and of stored
 * writes. Each name contains the user's id, so that the text can be deleted together with the user's other data.
 */

/** The prefix of a tab's data: texts that were typed and not sent, and the writes that Undo can reverse. */
const TYPED = "wayfare ";

/**
 * Returns the storage name of the rows that the user last opened from the palette: titles of trips and of their rows.
 */
export function recentStorageName(userId: string): string {
  return `palette ${userId}`;
}

/**
 * Returns the storage name of a draft: the changes that the user wants in a trip that they may not write to, until they
 * send them.
 */
export function draftStorageName(userId: string, tripId: string): string {
  return `suggestion ${userId} ${tripId}`;
}

/** Returns the storage name of texts that the user has typed for a trip in this tab and not sent. */
export function typedStorageName(what: "texts" | "agent sent", tripId: string, userId: string): string {
  return `${TYPED}${what} ${tripId} ${userId}`;
}

/** Returns the storage name of the writes that the user can undo in this tab: they contain titles and names. */
export function undoStorageName(tripId: string, userId: string): string {
  return `${TYPED}undo ${tripId} ${userId}`;
}

/** Returns the storage name of what was shared to this tab for a trip and is not added yet. */
export function sharedStorageName(tripId: string, userId: string): string {
  return `${TYPED}shared ${tripId} ${userId}`;
}

/**
 * Returns the storage name of forms of one kind that the user has begun in this tab and not saved; `place` contains the
 * user's id.
 */
export function formsStorageName(kind: string, place: string): string {
  return `${TYPED}forms ${kind} ${place}`;
}

/** Deletes all of this tab's texts, of every user. */
export function deleteTypedTexts(): void {
  forgetAll(TYPED, "sessionStorage");
}

/** Deletes the texts of other users, now that the device belongs to this user. */
export function deleteTextsOfOthers(userId: string): void {
  const isTheirs = (name: string) => !name.includes(userId);
  forgetAll(recentStorageName(""), "localStorage", isTheirs);
  forgetAll(TYPED, "sessionStorage", isTheirs);
}

/** Moves a guest's texts to this account; where the guest and the account both have a text, the account's stays. */
export function moveTextsToUser(guestId: string, userId: string): void {
  takeOver(draftStorageName(guestId, ""), "localStorage", guestId, userId);
  takeOver(TYPED, "sessionStorage", guestId, userId);
}

/** Deletes the recent palette entries of this user, or of everybody. */
export function deleteRecentEntries(userId = ""): void {
  forgetAll(recentStorageName(userId));
}

export function forgetDrafts(userId: string): void {
  forgetAll(draftStorageName(userId, ""));
}

/** Returns the names under which the drafts of this user are stored, one for each trip. */
export function draftStorageNames(userId: string): string[] {
  try {
    return namesFrom(draftStorageName(userId, ""));
  } catch {
    return [];
  }
}

type Where = "localStorage" | "sessionStorage";

function forgetAll(
  beginning: string,
  where: Where = "localStorage",
  isTheirs = (_name: string) => true,
): void {
  try {
    for (const name of namesFrom(beginning, where)) if (isTheirs(name)) window[where].removeItem(name);
  } catch {
    // A storage that refuses access holds no texts either.
  }
}

function takeOver(beginning: string, where: Where, guestId: string, userId: string): void {
  try {
    const storage = window[where];
    for (const name of namesFrom(beginning, where).filter((each) => each.includes(guestId))) {
      const own = name.replace(guestId, userId);
      if (storage.getItem(own) !== null) continue;
      storage.setItem(own, storage.getItem(name) ?? "");
      storage.removeItem(name);
    }
  } catch {
    // Where the browser refuses access to its storage, or the storage is full, the guest's texts stay as they are.
  }
}

function namesFrom(beginning: string, where: Where = "localStorage"): string[] {
  return Object.keys(window[where]).filter((name) => name.startsWith(beginning));
}
