let isWished = false;

/** Requests the focus for the agent's field. Call this when the user opens the panel, not when it opens by itself. */
export function requestFocus(): void {
  isWished = true;
}

/** Returns whether the focus was requested, and clears the request. */
export function takeFocusRequest(): boolean {
  const was = isWished;
  isWished = false;
  return was;
}
