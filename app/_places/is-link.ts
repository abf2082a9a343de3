/** Whether a text is a link. A link is never meant as a name, so only the place to which it leads is useful. */
export function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text.trim());
}
