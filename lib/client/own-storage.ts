/*
 * What the browser's storage holds of one person in words, beside the databases of trips and of unsent writes: each
 * under a name that says whose it is, so that it can go with them.
 */

/** What they opened from the palette last: titles of trips and of what is in them. */
export function recentName(userId: string): string {
  return `palette ${userId}`;
}

/** What they want changed in a trip that they may not write to, until they send it. */
export function draftName(userId: string, tripId: string): string {
  return `suggestion ${userId} ${tripId}`;
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

function forgetAll(beginning: string): void {
  try {
    for (const name of namesFrom(beginning)) window.localStorage.removeItem(name);
  } catch {
    // What refuses to be read keeps nothing.
  }
}

function namesFrom(beginning: string): string[] {
  return Object.keys(window.localStorage).filter((name) => name.startsWith(beginning));
}
