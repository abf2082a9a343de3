let isWished = false;

/** Whoever opens the agent by their own hand wants to write; what opens by itself takes nobody's focus. */
export function wishFocus(): void {
  isWished = true;
}

/** Whether the focus is wanted; the wish is granted once. */
export function takeFocusWish(): boolean {
  const was = isWished;
  isWished = false;
  return was;
}
