/** Returns the `navigator.connection` fields, which only some browsers have. */
function told(): { saveData?: unknown; type?: unknown } {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return typeof connection === "object" && connection !== null ? connection : {};
}

/** Whether the person has set the browser to transfer as few bytes as possible. */
export function asksToSaveData(): boolean {
  return told().saveData === true;
}

/** Whether the client may download megabytes that nobody has requested. */
export function isConnectionUnmetered(): boolean {
  return !asksToSaveData() && told().type !== "cellular";
}
