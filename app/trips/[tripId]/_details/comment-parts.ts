export interface CommentPart {
  kind: "text" | "mention" | "link";
  text: string;
  /** Where it begins. */
  at: number;
}

/** Splits a comment into words, `@name` of one of these names, and web addresses. */
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

/** Letters of scripts that put no spaces between words, so that a name may stand right before or after them. */
const UNSPACED = "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}";
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, "u");

/** The name alone: "@Jonas" is not the beginning of "@Jonasson", but 陈思远 is meant by "@陈思远看看". */
function namePattern(name: string): string {
  const text = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return ENDS_UNSPACED.test(name) ? text : `${text}(?!(?![${UNSPACED}])[\\p{L}\\p{N}])`;
}

/** An @ inside a word of Latin letters belongs to an address, one after a slash too. */
const TYPED = new RegExp(`(?:^|[${UNSPACED}]|[^\\p{L}\\p{N}._%+/@-])[@＠]([^\\s@＠]{0,30})$`, "u");

/** The name being typed after an @ at the caret: "@jo" gives "jo"; null when none is. */
export function typedMention(text: string, caret: number): string | null {
  return TYPED.exec(text.slice(0, caret))?.[1] ?? null;
}
