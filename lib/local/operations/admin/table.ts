import { stripVTControlCharacters } from "node:util";

/** Formats rows under their headings, each column as wide as its widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(stripControlCharacters));
  const widths = headings.map((heading, column) =>
    Math.max(widthOf(heading), ...cells.map((row) => widthOf(row[column] ?? ""))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
      .join("  ")
      .trimEnd();
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}

/** Removes characters of user texts that would move the cursor or reverse the direction of the line. */
export function stripControlCharacters(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");
}

const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/u;

/** Returns the width of a text in a terminal's cells; Chinese characters take two. */
function widthOf(text: string): number {
  return [...new Intl.Segmenter().segment(text)].reduce(
    (sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1),
    0,
  );
}

export function formatInstant(instant: Date | null): string {
  return instant === null ? "-" : `${instant.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Masks a text except its first letter. */
export function maskText(text: string): string {
  const [first] = new Intl.Segmenter().segment(text);
  return `${first?.segment ?? ""}…`;
}

/** Masks an e-mail address except its first letter and the domain of its server. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${maskText(address.slice(0, Math.max(0, at)))}${at === -1 ? "" : address.slice(at)}`;
}
