/**
 * Whether a key belongs to an input method, such as the Enter that ends a Chinese or Japanese word. Safari ends the
 * composition before that key (https://bugs.webkit.org/show_bug.cgi?id=165004), so there only the key code 229 shows
 * it.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
