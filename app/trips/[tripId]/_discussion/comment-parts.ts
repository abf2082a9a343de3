export interface CommentPart {
  kind: "text" | "mention" | "link";
  text: string;
  /** The index in the comment's text where the part begins. */
  at: number;
}

/** Splits a comment into plain text, mentions (`@` with one of the names), and web addresses. */
export function splitComment(body: string, names: readonly string[]): CommentPart[] {
  // Longer names first, so that "@Jonas Lindqvist" is not cut at "@Jonas".
  const known = [...new Set(names)].toSorted((a, b) => b.length - a.length).map(namePattern);
  const mention = known.length > 0 ? `[@＠](?:${known.join("|")})` : "(?!)";
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

/**
 * Characters of scripts without spaces between words, where a name may stand right before or after other characters.
 */
const UNSPACED = "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}";
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, "u");

/** Matches the name as a whole: "@Jonas" does not match the beginning of "@Jonasson", but 陈思远 matches in "@陈思远看看". */
function namePattern(name: string): string {
  const text = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return ENDS_UNSPACED.test(name) ? text : `${text}(?!(?![${UNSPACED}])[\\p{L}\\p{N}])`;
}

/**
 * Matches a mention that is being typed at the end of a text. An @ inside a word of Latin letters, or after a slash,
 * belongs to an address and starts no mention.
 */
const TYPED = new RegExp(`(?:^|[${UNSPACED}]|[^\\p{L}\\p{N}._%+/@-])[@＠]([^\\s@＠]{0,30})$`, "u");

/** Returns the name that is being typed after an @ before the caret: "@jo" gives "jo"; null if there is none. */
export function typedMention(text: string, caret: number): string | null {
  return TYPED.exec(text.slice(0, caret))?.[1] ?? null;
}
