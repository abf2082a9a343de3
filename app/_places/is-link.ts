/** Nobody means a link as a name: what it leads to is all that makes sense. */
export function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text.trim());
}
