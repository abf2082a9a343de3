import { isWebUrl } from "#lib/shared/web-url.ts";

/** A piece of a line of Markdown. There is nothing in it that could be HTML, an image or a script. */
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
/** What a text that is still being written may end in, before it is known what it becomes. */
const UNDECIDED = /(?:!?\[[^\]]*(?:\](?:\([^)]*)?)?|[*_~`]{1,3}|\\|<[^\s<>]*)$/;

/** Nobody writes longer lines, or deeper marks; reading them would only cost time. */
const LONGEST = 4000;
const DEEPEST = 6;

/** @param isOpen more is to come: what is begun and not ended counts as ended here, and half a link is not shown yet */
export function inlineWords(text: string, isOpen = false): Inline[] {
  if (text.length > LONGEST) return [{ kind: "text", text }];
  return read(isOpen ? settled(text) : text, isOpen, 0);
}

/** What one reads of it. */
export function plainInline(pieces: readonly Inline[]): string {
  return pieces.map((piece) => ("text" in piece ? piece.text : plainInline(piece.inside))).join("");
}

/** Whether a link's words say themselves where it leads: this host, with nothing behind it but a path. */
export function saysHost(words: string, host: string): boolean {
  const said = words.toLowerCase().replace(/^(?:https?:\/\/)?(?:www\.)?/, "");
  return said === host || ["/", "?", "#"].some((mark) => said.startsWith(host + mark));
}

function settled(text: string): string {
  const tail = UNDECIDED.exec(text)?.[0] ?? "";
  const words = /^!?\[([^\]]*)/.exec(tail)?.[1];
  // Of half a link its words stay, so that nothing jumps when the rest is there.
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

/** Where the reader stands. */
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
  // All of them at once: none of the others begins code that this one does not.
  return ticks === "" ? null : { made: [{ kind: "text", text: ticks }], length: ticks.length };
}

function linkOf({ rest, before, isOpen, depth }: Here): Piece | null {
  // Of a picture only its words are left: nothing is fetched for what a model writes.
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
    // snake_case is no emphasis.
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

/** Where the mark that closes stands; null: nowhere yet. */
function endOf(rest: string, mark: string): number | null {
  for (let at = mark.length; at < rest.length; at++) {
    if (rest[at] === "\\") at += 1;
    else if (rest[at] === "`") at += codeLength(rest.slice(at)) - 1;
    else if (rest.startsWith(mark, at) && !/\s/.test(rest[at - 1] ?? " ")) {
      // Of ** inside * the pair belongs together.
      const isPair = mark.length === 1 && rest[at + 1] === mark;
      if (!isPair) return mark.length === 2 && rest[at + 2] === mark[0] ? at + 1 : at;
      at += 1;
    }
  }
  return null;
}
