import { isWebUrl } from "#lib/shared/web-url.ts";

/** A piece of a line of Markdown. No kind can contain HTML, an image or a script. */
export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "em" | "strike"; inside: Inline[] }
  | { kind: "link"; href: string; inside: Inline[] };

const ESCAPED = /^\\([!-/:-@[-`{-~])/;
const CODE = /^(`+)(?!`)([\s\S]*?[^`])\1(?!`)/;
const TICKS = /^`+/;
const IMAGE = /^!\[([^\]]*)\]\([^)]*\)/;
const LINK =
  /^\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\(\s{0,3}<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s{1,3}["'][^"']*["'])?\s{0,3}\)/;
const ANGLED = /^<(https?:\/\/[^\s<>]+)>/i;
const BARE = /^https?:\/\/[^\s<>"'`*_（）()，。；、“”]+/i;
const MARKS: readonly (readonly [mark: string, kind: "strong" | "em" | "strike"])[] = [
  ["**", "strong"],
  ["__", "strong"],
  ["~~", "strike"],
  ["*", "em"],
  ["_", "em"],
];
/** Matches an end of an unfinished text whose meaning is still open, such as half a link. */
const UNDECIDED = /(?:!?\[[^\]]*(?:\](?:\([^)]*)?)?|[*_~`]{1,3}|\\|<[^\s<>]*)$/;

/**
 * The longest line and deepest nesting that are parsed; sensible texts do not exceed them, and parsing more would
 * only cost time.
 */
const LONGEST = 4000;
const DEEPEST = 6;

/**
 * Parses the marks within a line.
 * @param isOpen whether the text is still being written: then an unclosed mark counts as closed at the end, and half
 * a link shows only its text
 */
export function parseInlineMarkdown(text: string, isOpen = false): Inline[] {
  if (text.length > LONGEST) return [{ kind: "text", text }];
  return read(isOpen ? settled(text) : text, isOpen, 0);
}

/** Returns the text without marks. */
export function inlineText(pieces: readonly Inline[]): string {
  return pieces.map((piece) => ("text" in piece ? piece.text : inlineText(piece.inside))).join("");
}

/** Whether the text of a link already names its target: this host, followed at most by a path. */
export function isNameOfHost(words: string, host: string): boolean {
  const said = words.toLowerCase().replace(/^(?:https?:\/\/)?(?:www\.)?/, "");
  return said === host || ["/", "?", "#"].some((mark) => said.startsWith(host + mark));
}

function settled(text: string): string {
  const tail = UNDECIDED.exec(text)?.[0] ?? "";
  const words = /^!?\[([^\]]*)/.exec(tail)?.[1];
  // The text of half a link stays visible, so that nothing moves when the rest arrives.
  if (words !== undefined && !tail.startsWith("!")) return text.slice(0, -tail.length) + words;
  return text.slice(0, text.length - tail.length);
}

function read(text: string, isOpen: boolean, depth: number): Inline[] {
  if (depth > DEEPEST) return [{ kind: "text", text }];
  const found: Inline[] = [];
  let plain = "";
  const flush = () => {
    if (plain !== "") found.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length;) {
    const here = { rest: text.slice(at), before: text[at - 1] ?? " ", isOpen, depth };
    const piece = SPECIAL.test(text[at] ?? "") ? special(here) : null;
    if (piece) {
      flush();
      found.push(...piece.made);
      at += piece.length;
      continue;
    }
    plain += text[at] ?? "";
    at += 1;
  }
  flush();
  return found;
}

interface Piece {
  made: Inline[];
  length: number;
}

/** The parser's position: the rest of the text and the character before it. */
interface Here {
  rest: string;
  before: string;
  isOpen: boolean;
  depth: number;
}

const SPECIAL = /[\\`![<*_~h]/i;

function special(here: Here): Piece | null {
  const { rest } = here;
  const escaped = ESCAPED.exec(rest);
  if (escaped) return { made: [{ kind: "text", text: escaped[1] ?? "" }], length: 2 };
  return codeOf(here) ?? linkOf(here) ?? markedOf(here);
}

function codeOf({ rest, isOpen }: Here): Piece | null {
  const code = CODE.exec(rest);
  if (code) return { made: [{ kind: "code", text: (code[2] ?? "").trim() }], length: code[0].length };
  const ticks = TICKS.exec(rest)?.[0] ?? "";
  if (isOpen && ticks === "`") return { made: [{ kind: "code", text: rest.slice(1) }], length: rest.length };
  // If the first backtick of a row of backticks starts no code, no other one does, so the whole row becomes text.
  return ticks === "" ? null : { made: [{ kind: "text", text: ticks }], length: ticks.length };
}

function linkOf({ rest, before, isOpen, depth }: Here): Piece | null {
  // Of an image only its text remains: nothing is loaded because of what a model writes.
  const image = IMAGE.exec(rest);
  if (image) return { made: [{ kind: "text", text: image[1] ?? "" }], length: image[0].length };
  const link = LINK.exec(rest);
  if (link) {
    const inside = read(link[1] ?? "", isOpen, depth + 1);
    const href = link[2] ?? "";
    return { made: isWebUrl(href) ? [{ kind: "link", href, inside }] : inside, length: link[0].length };
  }
  const angled = ANGLED.exec(rest);
  const bare = /[\p{L}\p{N}]/u.test(before) && before < "\u2e80" ? null : BARE.exec(rest);
  const href = (angled?.[1] ?? bare?.[0] ?? "").replace(angled ? /$^/ : /[.,:;!?]+$/, "");
  if (!isWebUrl(href)) return null;
  const text = href.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  return {
    made: [{ kind: "link", href, inside: [{ kind: "text", text }] }],
    length: angled ? angled[0].length : href.length,
  };
}

function markedOf({ rest, before, isOpen, depth }: Here): Piece | null {
  for (const [mark, kind] of MARKS) {
    if (!rest.startsWith(mark)) continue;
    const isWord = /[\p{L}\p{N}]/u;
    // An underscore inside a word, as in snake_case, is no emphasis.
    if (mark.startsWith("_") && isWord.test(before)) return null;
    const end = endOf(rest, mark);
    const inner = rest.slice(mark.length, end ?? undefined);
    if (inner === "" || /^\s/.test(inner) || (end === null && !isOpen)) continue;
    return {
      made: [{ kind, inside: read(inner, isOpen, depth + 1) }],
      length: end === null ? rest.length : end + mark.length,
    };
  }
  return null;
}

function codeLength(rest: string): number {
  return (CODE.exec(rest) ?? TICKS.exec(rest))?.[0].length ?? 1;
}

/** Returns the index of the closing mark; null if there is none yet. */
function endOf(rest: string, mark: string): number | null {
  for (let at = mark.length; at < rest.length; at++) {
    if (rest[at] === "\\") at += 1;
    else if (rest[at] === "`") at += codeLength(rest.slice(at)) - 1;
    else if (rest.startsWith(mark, at) && !/\s/.test(rest[at - 1] ?? " ")) {
      // Inside a single *, a ** is an opening or closing mark of its own, so it does not close the single one.
      const isPair = mark.length === 1 && rest[at + 1] === mark;
      if (!isPair) return mark.length === 2 && rest[at + 2] === mark[0] ? at + 1 : at;
      at += 1;
    }
  }
  return null;
}
