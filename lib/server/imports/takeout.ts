import { readTypedPoint } from "#lib/shared/typed-point.ts";
import { parseCsv } from "./csv.ts";
import { foundPlace, type FoundPlaces } from "./found-place.ts";

/** How Google calls the columns of a saved list, by the language of the account. */
const COLUMNS = {
  title: ["title", "标题", "標題", "名称"],
  note: ["note", "备注", "附註", "備註"],
  url: ["url", "网址", "網址"],
  tags: ["tags", "标签", "標記", "标记"],
  comment: ["comment", "评论", "留言", "註解"],
} as const;
type Column = keyof typeof COLUMNS;

/** A list's own description may stand above its columns. */
const HEADER_WITHIN = 10;
/** Google writes five; a line of millions is no header. */
const MAX_COLUMNS = 50;

/** A list of saved places; null when it is another table. Coordinates are in some of the links only. */
export function readTakeout(text: string): FoundPlaces | null {
  const rows = parseCsv(text);
  const header = rows.slice(0, HEADER_WITHIN).findIndex(isHeader);
  const names = rows[header];
  if (!names) return null;
  const columns = columnsOf(names);
  const places = rows.slice(header + 1).flatMap((row) => {
    if (row.every((cell) => cell.trim() === "")) return [];
    const cell = (column: Column) => row[columns[column]]?.trim() || null;
    const url = cell("url");
    const tags = cell("tags");
    return foundPlace({
      name: cell("title"),
      point: url === null ? null : (readTypedPoint(url)?.point ?? null),
      notes: [cell("note"), cell("comment"), tags],
      url,
    });
  });
  return { format: "takeout", title: null, places };
}

function isHeader(row: readonly string[]): boolean {
  const { title, url } = columnsOf(row);
  return title >= 0 && url >= 0;
}

/** Where each column stands, below 0 where there is none; looked for once, and not anew for each cell. */
function columnsOf(row: readonly string[]): Record<Column, number> {
  const names = row.slice(0, MAX_COLUMNS).map((name) => name.trim().toLowerCase());
  const at = (column: Column) => names.findIndex((name) => COLUMNS[column].some((known) => known === name));
  return { title: at("title"), note: at("note"), url: at("url"), tags: at("tags"), comment: at("comment") };
}
