/** Returns the completed sentences at the beginning of a text; the rest is still being written. */
export function wholeSentences(text: string): string {
  const end = Math.max(...[...text.matchAll(/[.!?…](?=\s)|[。！？]|\n/g)].map((hit) => hit.index + 1), 0);
  return text.slice(0, end);
}
