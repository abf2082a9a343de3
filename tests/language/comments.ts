import type { Comment } from "oxc-parser";
import { readSource, scopesOf, type Scope } from "./scopes.ts";

export interface FoundComment {
  readonly file: string;
  readonly line: number;
  /** The declaration that the comment stands above, beside or inside, such as "above `readTrip`". */
  readonly where: string;
  /** The text in one line, without the marks of the comment. */
  readonly text: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Comments that a tool reads and no person: pragmas of test files, and directives of linters and bundlers. */
const DIRECTIVE =
  /^\s*(@(alone|long)\b|@vite-ignore|@ts-|[@#]__PURE__|eslint-|oxlint-|oxfmt-|prettier-|webpack|turbopack|v8 ignore|\/\s*<)/;

function plainText({ type, value }: Comment): string {
  const lines = type === "Block" ? value.replace(/^\*/, "").split(/\n\s*\*?/) : [value];
  return lines
    .map((line) => line.trim())
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

function beginsLine(source: string, start: number): boolean {
  return source.slice(source.lastIndexOf("\n", start - 1) + 1, start).trim() === "";
}

/** Whether the second of two line comments continues the first: it stands in the next line, with no code between. */
function continues(source: string, before: Comment | undefined, next: Comment): boolean {
  if (before?.type !== "Line" || next.type !== "Line") return false;
  return beginsLine(source, before.start) && /^\r?\n[ \t]*$/.test(source.slice(before.end, next.start));
}

/** Joins consecutive line comments, and leaves out what only tools read. */
function joined(source: string, comments: readonly Comment[]): Span[] {
  const read = comments.filter(({ value }) => !DIRECTIVE.test(value));
  const spans: Span[] = [];
  for (const [index, comment] of read.entries()) {
    const { start, end } = comment;
    const last = spans.at(-1);
    if (last && continues(source, read[index - 1], comment))
      spans[spans.length - 1] = { start: last.start, end, text: `${last.text} ${plainText(comment)}` };
    else spans.push({ start, end, text: plainText(comment) });
  }
  return spans.filter(({ text }) => text !== "");
}

/** Returns the position of the first code after a comment, or of the line's code for a comment at a line's end. */
function describedStart(source: string, { start, end }: Span, comments: readonly Comment[]): number {
  if (!beginsLine(source, start)) {
    const lineStart = source.lastIndexOf("\n", start - 1) + 1;
    return lineStart + source.slice(lineStart).search(/\S/);
  }
  const code = end + Math.max(0, source.slice(end).search(/\S/));
  const comment = comments.find((candidate) => candidate.start === code);
  return comment ? describedStart(source, { ...comment, text: "" }, comments) : code;
}

function whereOf(
  source: string,
  comment: Span,
  scopes: readonly Scope[],
  comments: readonly Comment[],
): string {
  const described = describedStart(source, comment, comments);
  const scope = scopes.find(({ start }) => start === described);
  const outer = scopes.findLast(
    ({ start, end }) => start < comment.start && end > comment.end && start !== described,
  );
  const preposition = beginsLine(source, comment.start) ? "above" : "beside";
  if (scope) return `${preposition} \`${outer ? `${outer.name} > ${scope.name}` : scope.name}\``;
  if (outer) return `inside \`${outer.name}\``;
  const hasCodeBefore = scopes.some(({ end }) => end <= comment.start);
  return hasCodeBefore ? "between declarations" : "at the top of the file";
}

/** Returns the comments of a file that are written for people. */
export function commentsOf(file: string, source: string): FoundComment[] {
  const { body, comments } = readSource(file, source);
  const scopes = scopesOf(body);
  return joined(source, comments).map((comment) => ({
    file,
    line: source.slice(0, comment.start).split("\n").length,
    where: whereOf(source, comment, scopes, comments),
    text: comment.text,
  }));
}
