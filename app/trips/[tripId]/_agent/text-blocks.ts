/** A block of Markdown; its texts are parsed by {@link parseInlineMarkdown}. */
export type Block =
  | { kind: "paragraph" | "heading" | "quote"; text: string }
  | { kind: "list"; isOrdered: boolean; start: number; items: ListItem[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; text: string }
  | { kind: "rule" };

export interface ListItem {
  text: string;
  /** The blocks that are indented below the item. */
  inside: Block[];
}

const FENCE = /^\s{0,3}(```+|~~~+)/;
const HEADING = /^\s{0,3}#{1,6}\s(.*)$/s;
const RULE = /^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^\s{0,3}>\s?(.*)$/;
const ITEM = /^(\s*)(?:([-*+•])|(\d{1,9})[.)、])\s(.*)$/s;
const UNDER_CELL = /^:?-+:?$/;
/** Matches a last line that may still become a list, a heading, a rule or a code fence. */
const UNDECIDED = /^(?:[-*+•]|\d{1,9}[.)、]?|#{1,6}|>|[`~]{1,3}|[-*_\s]{0,5}|\|[^|]*)$/;
/** The deepest nesting of lists; a deeper list becomes lines of text. */
const DEEPEST = 8;

/**
 * Splits a text into blocks.
 * @param isOpen whether the text is still being written; then a last line with only a mark is not shown yet
 */
export function textBlocks(text: string, isOpen = false): Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (isOpen && UNDECIDED.test((lines.at(-1) ?? "").trim())) lines.pop();
  return readBlocks(lines, 0);
}

function readBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const { block, next } = readBlock(lines, at, depth);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

type Read = { block: Block | null; next: number };

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? "";
  if (line.trim() === "") return { block: null, next: at + 1 };
  if (FENCE.test(line)) return readFence(lines, at);
  if (RULE.test(line)) return { block: { kind: "rule" }, next: at + 1 };
  const heading = HEADING.exec(line);
  if (heading) return { block: { kind: "heading", text: unclosed(heading[1] ?? "") }, next: at + 1 };
  if (depth < DEEPEST && ITEM.test(line)) return readList(lines, at, depth);
  if (QUOTE.test(line)) return readQuote(lines, at);
  if (line.includes("|") && isTableLine(lines[at + 1] ?? "")) return readTable(lines, at);
  return readParagraph(lines, at);
}

/** Returns the text of a heading without the marks at its end. */
function unclosed(words: string): string {
  const text = words.trim();
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  return end === 0 || /\s/.test(text[end - 1] ?? "") ? text.slice(0, end).trim() : text;
}

/** Whether the line separates the head of a table from its rows. */
function isTableLine(line: string): boolean {
  return cellsOf(line).every((cell) => UNDER_CELL.test(cell));
}

function readFence(lines: readonly string[], at: number): Read {
  const mark = FENCE.exec(lines[at] ?? "")?.[1] ?? "```";
  let next = at + 1;
  while (next < lines.length && !(lines[next] ?? "").trimStart().startsWith(mark)) next += 1;
  return { block: { kind: "code", text: lines.slice(at + 1, next).join("\n") }, next: next + 1 };
}

function readQuote(lines: readonly string[], at: number): Read {
  const said: string[] = [];
  let next = at;
  for (let quoted = QUOTE.exec(lines[next] ?? ""); quoted; quoted = QUOTE.exec(lines[next] ?? "")) {
    said.push(quoted[1] ?? "");
    next += 1;
  }
  return { block: { kind: "quote", text: said.join("\n") }, next };
}

function readTable(lines: readonly string[], at: number): Read {
  let next = at + 2;
  while (next < lines.length && (lines[next] ?? "").includes("|")) next += 1;
  const rows = lines.slice(at + 2, next).map(cellsOf);
  return { block: { kind: "table", head: cellsOf(lines[at] ?? ""), rows }, next };
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, "|"));
}

function readParagraph(lines: readonly string[], at: number): Read {
  const said = [lines[at] ?? ""];
  let next = at + 1;
  while (next < lines.length && continues(lines[next] ?? "")) said.push(lines[next++] ?? "");
  return { block: { kind: "paragraph", text: said.map((line) => line.trim()).join("\n") }, next };
}

/** Whether the line continues the paragraph before it. */
function continues(line: string): boolean {
  return line.trim() !== "" && ![FENCE, HEADING, RULE, QUOTE, ITEM].some((other) => other.test(line));
}

function readList(lines: readonly string[], at: number, depth: number): Read {
  const first = ITEM.exec(lines[at] ?? "");
  const indent = first?.[1]?.length ?? 0;
  const isOrdered = first?.[3] !== undefined;
  const items: ListItem[] = [];
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next] ?? "");
    const isNext = item && (item[1]?.length ?? 0) <= indent + 1 && (item[3] !== undefined) === isOrdered;
    if (!isNext) break;
    const inside = linesInside(lines, next + 1, indent);
    items.push({ text: (item[4] ?? "").trim(), inside: readBlocks(inside.lines, depth + 1) });
    next = inside.next;
  }
  return { block: { kind: "list", isOrdered, start: Number(first?.[3] ?? 1), items }, next };
}

/**
 * Returns the lines that are indented more than the item above them. An empty line between two items belongs to
 * neither.
 */
function linesInside(lines: readonly string[], at: number, indent: number) {
  const inside: string[] = [];
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    const depth = line.length - line.trimStart().length;
    const isEmpty = line.trim() === "";
    if (isEmpty && !isInside(lines[next + 1], indent) && !ITEM.test(lines[next + 1] ?? "")) break;
    if (!isEmpty && depth <= indent + 1) break;
    inside.push(line.slice(Math.min(depth, indent + 2)));
  }
  return { lines: inside, next };
}

function isInside(line: string | undefined, indent: number): boolean {
  return line !== undefined && line.trim() !== "" && line.length - line.trimStart().length > indent + 1;
}
