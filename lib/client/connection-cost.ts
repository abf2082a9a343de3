/** What only some browsers tell of the connection. */
function told(): { saveData?: unknown; type?: unknown } {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return typeof connection === "object" && connection !== null ? connection : {};
}

/** Whether somebody asked for as few bytes as possible. */
export function asksToSaveData(): boolean {
  return told().saveData === true;
}

/** Whether what nobody has asked for may be fetched by the megabyte. */
export function isConnectionFree(): boolean {
  return !asksToSaveData() && told().type !== "cellular";
}
