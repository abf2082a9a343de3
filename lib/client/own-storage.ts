/*
 * What the browser's storage holds of one person in words, beside the databases of trips and of unsent writes: each
 * under a name that says whose it is, so that it can go with them.
 */

/** What a tab holds: what was typed in it and not sent, and what its Undo would take back. */
const TYPED = "wayfare ";

/** What they opened from the palette last: titles of trips and of what is in them. */
export function recentName(userId: string): string {
  return `palette ${userId}`;
}

/** What they want changed in a trip that they may not write to, until they send it. */
export function draftName(userId: string, tripId: string): string {
  return `suggestion ${userId} ${tripId}`;
}

/** What they have typed for a trip in this tab and not sent. */
export function typedName(what: "texts" | "agent sent", tripId: string, userId: string): string {
  return `${TYPED}${what} ${tripId} ${userId}`;
}

/** What they can take back in this tab: the writes carry titles and names. */
export function undoName(tripId: string, userId: string): string {
  return `${TYPED}undo ${tripId} ${userId}`;
}

/** What was shared to this tab for a trip and is not added yet. */
export function sharedName(tripId: string, userId: string): string {
  return `${TYPED}shared ${tripId} ${userId}`;
}

/** Forms of one kind that they have begun in this tab and not saved; the place says whose they are. */
export function formsName(kind: string, place: string): string {
  return `${TYPED}forms ${kind} ${place}`;
}

/** What this tab holds, of whomever. */
export function forgetTyped(): void {
  forgetAll(TYPED, "sessionStorage");
}

/** What anybody else has left in words, now that the device is this person's. */
export function forgetOthers(userId: string): void {
  const isTheirs = (name: string) => !name.includes(userId);
  forgetAll(recentName(""), "localStorage", isTheirs);
  forgetAll(TYPED, "sessionStorage", isTheirs);
}

/** What a guest has left in words is this account's; where both have left some, the account's stays. */
export function takeOverWords(guestId: string, userId: string): void {
  takeOver(draftName(guestId, ""), "localStorage", guestId, userId);
  takeOver(TYPED, "sessionStorage", guestId, userId);
}

/** Of this person, or of everybody. */
export function forgetRecent(userId = ""): void {
  forgetAll(recentName(userId));
}

export function forgetDrafts(userId: string): void {
  forgetAll(draftName(userId, ""));
}

/** Under which names drafts of this person are kept, one for each trip. */
export function draftNames(userId: string): string[] {
  try {
    return namesFrom(draftName(userId, ""));
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
    // What refuses to be read keeps nothing.
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
    // Refused, or full.
  }
}

function namesFrom(beginning: string, where: Where = "localStorage"): string[] {
  return Object.keys(window[where]).filter((name) => name.startsWith(beginning));
}
