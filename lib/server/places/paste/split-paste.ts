import { readCoordinates } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";
import { readPastedPlace } from "#lib/shared/pasted-place.ts";
import { removeDirectionOverrides } from "#lib/shared/text-direction.ts";
import { splitTypedStop } from "#lib/shared/typed-time.ts";
import { withoutDay, withoutMark } from "./line-heads.ts";
import { isProse } from "./sentences.ts";

interface Where {
  /** The part as it is in the paste. */
  source: string;
  /** The line of the paste on which the part begins, from 1. */
  line: number;
}

interface Timed {
  startTime: string | null;
  endTime: string | null;
}

/** A part of a paste, by the way in which it is looked up. */
export type PastePart = Where &
  (
    | { kind: "no_name" }
    /** A text that may contain names. */
    | { kind: "prose"; text: string }
    /** A name, perhaps with its address. */
    | ({ kind: "name"; text: string } & Timed)
    | ({ kind: "point"; point: Point; label: string } & Timed)
    /**
     * A link, coordinates alone or a code. `label` is the text in front of it; `named` is the text of the line above,
     * which may belong to it.
     */
    | ({ kind: "pasted"; text: string; label: string; named: string | null } & Timed)
  );

const LINK = /https?:\/\/[^\s，。、；！？「」（）<>]+/gi;
const LINK_END = /[,.;:!?"'”»]{1,9}$/;
const LONGEST_NAME = 200;
/** Ends of lines. A tab separates the cells of a table and is handled later, because its first cell may be a time. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const BETWEEN_PLACES = /[、；;]|[→⇒➔➜➡⟶]\ufe0f?|(?<=\s)(?:->|=>|>|\/|\+)(?=\s)/u;

/** Returns the parts of a paste in their order. Each line with visible text is in at least one part. */
export function splitPaste(text: string): PastePart[] {
  const lines = text.toWellFormed().split(LINE_ENDS).map(cleaned);
  const parts = lines.flatMap((line, index) => (line === "" ? [] : partsOfLine(line, index + 1)));
  return joinedWithLinks(parts);
}

function cleaned(line: string): string {
  const seen = removeDirectionOverrides(line).replaceAll(/[^\P{C}\t\u200c\u200d]/gu, "");
  const cells = seen.split("\t").map((cell) => cell.replaceAll(/\s+/g, " ").trim());
  const [first = "", ...others] = cells.filter((cell) => cell !== "");
  if (others.length === 0) return first;
  const isTime = splitTypedStop(`${first} x`).startTime !== null;
  return `${first}${isTime ? " " : ", "}${others.join(", ")}`;
}

function partsOfLine(source: string, line: number): PastePart[] {
  const where = { source, line };
  const text = withoutDay(withoutMark(source));
  if (!/[\p{L}\p{N}]/u.test(text)) return [{ ...where, kind: "no_name" }];
  const links = [...text.matchAll(LINK)];
  if (links.length > 0) return partsWithLinks(text, links, where);
  if (/[:：]$/.test(text)) return [{ ...where, kind: "no_name" }];
  const items = text.length > LONGEST_NAME ? [text] : itemsOf(text);
  return items.map((item) => partOfItem(item, items.length === 1 ? where : { source: item, line }));
}

/** Returns the places of a line that names several with separators between them. */
function itemsOf(text: string): string[] {
  const items = text
    .split(BETWEEN_PLACES)
    .map((item) => item.trim())
    .filter((item) => /[\p{L}\p{N}]/u.test(item));
  return items.length > 1 && items.every((item) => !isProse(item)) ? items : [text];
}

function partOfItem(item: string, where: Where): PastePart {
  const { name, ...times } = timed(withoutMark(item));
  const found = pointIn(name);
  if (found) return { ...where, kind: "point", ...found, ...times };
  if (readPastedPlace(name))
    return { ...where, kind: "pasted", text: name, label: "", named: null, ...times };
  if (isProse(item)) return { ...where, kind: "prose", text: item };
  return { ...where, kind: "name", text: name, ...times };
}

/** Reads “9:30 – Louvre” like “9:30 Louvre”. */
function timed(text: string): { name: string } & Timed {
  if (text.length > LONGEST_NAME || readCoordinates(text)) return { name: text, ...NO_TIMES };
  return splitTypedStop(text.replace(/^(\d{1,2}[:h]\d{2}(?: ?[ap]m)?) ?[-–—|:] (?=\D)/i, "$1 "));
}
const NO_TIMES = { startTime: null, endTime: null };

/** Finds coordinates behind a name, as in “Louvre (48.8606, 2.3376)”. */
function pointIn(text: string): { point: Point; label: string } | null {
  if (text.length > LONGEST_NAME) return null;
  const at = text.search(/[-−]?\d{1,3}\.\d{3}/);
  const label = at === -1 ? "" : bare(text.slice(0, at));
  const point = label === "" ? null : readCoordinates(text.slice(at).replace(/[)\]]$/, ""));
  return point && { point, label };
}

/** Returns each link with the text in front of it; the text behind the last link is a line of its own. */
function partsWithLinks(text: string, links: readonly RegExpMatchArray[], where: Where): PastePart[] {
  const parts: PastePart[] = [];
  let from = 0;
  for (const link of links) {
    const at = link.index ?? 0;
    const before = bare(text.slice(from, at));
    const address = link[0].replace(LINK_END, "");
    from = at + address.length;
    const isSaid = before !== "" && isProse(before);
    if (isSaid) parts.push({ ...where, kind: "prose", text: before });
    const { name: label, ...times } = timed(isSaid ? "" : before);
    const source = links.length === 1 ? where.source : [before, address].filter(Boolean).join(" ");
    parts.push({ source, line: where.line, kind: "pasted", text: address, label, named: null, ...times });
  }
  const rest = bare(text.slice(from));
  return /\p{L}/u.test(rest) ? [...parts, ...partsOfLine(rest, where.line)] : parts;
}

/** Removes the punctuation between a text and a link or coordinates. */
function bare(text: string): string {
  return text.replace(/^[\s,;:：|()[\]–—-]{1,9}/, "").replace(/[\s,;:：|([–—-]{1,9}$/, "");
}

/** Joins a name with the link on the next line, because phones share a place in this form. */
function joinedWithLinks(parts: readonly PastePart[]): PastePart[] {
  const joined: PastePart[] = [];
  for (const part of parts) {
    const above = joined.at(-1);
    const isBelow = part.kind === "pasted" && part.text === part.source && /^https?:/i.test(part.text);
    if (isBelow && above?.kind === "name" && above.line === part.line - 1) {
      const { startTime, endTime, source, line, text: named } = above;
      joined.splice(-1, 1, { ...part, source: `${source}\n${part.source}`, line, named, startTime, endTime });
    } else joined.push(part);
  }
  return joined;
}
