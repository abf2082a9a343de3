export interface CommentPart {
  kind: "text" | "mention" | "link";
  text: string;
  /** Where it begins. */
  at: number;
}

/** Splits a comment into words, `@name` of one of these names, and web addresses. */
export function splitComment(body: string, names: readonly string[]): CommentPart[] {
  // Longer names first, so that "@Jonas Lindqvist" is not cut at "@Jonas".
  const known = [...new Set(names)].toSorted((a, b) => b.length - a.length).map(escapePattern);
  const mention = known.length > 0 ? `@(?:${known.join("|")})(?![\\p{L}\\p{N}])` : "(?!)";
  const pattern = new RegExp(`(${mention})|(https?://[^\\s<>"']*[^\\s<>"'.,;:!?)\\]，。；：！？）】])`, "gu");
  const parts: CommentPart[] = [];
  let end = 0;
  for (const match of body.matchAll(pattern)) {
    if (match.index > end) parts.push({ kind: "text", text: body.slice(end, match.index), at: end });
    parts.push({ kind: match[1] === undefined ? "link" : "mention", text: match[0], at: match.index });
    end = match.index + match[0].length;
  }
  if (end < body.length) parts.push({ kind: "text", text: body.slice(end), at: end });
  return parts;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The name being typed after an @ at the caret: "@jo" gives "jo"; null when none is. */
export function typedMention(text: string, caret: number): string | null {
  return /(?:^|\s)@([^\s@]{0,30})$/u.exec(text.slice(0, caret))?.[1] ?? null;
}
