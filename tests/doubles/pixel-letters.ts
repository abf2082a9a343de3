/* Characters of 5 by 7 points, each row in five bits. With them, pictures look the same on machines without fonts. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  "0": [14, 17, 19, 21, 25, 17, 14],
  "1": [4, 12, 4, 4, 4, 4, 14],
  "2": [14, 17, 1, 2, 4, 8, 31],
  "3": [31, 2, 4, 2, 1, 17, 14],
  "4": [2, 6, 10, 18, 31, 2, 2],
  "5": [31, 16, 30, 1, 1, 17, 14],
  "6": [6, 8, 16, 30, 17, 17, 14],
  "7": [31, 1, 2, 4, 8, 8, 8],
  "8": [14, 17, 17, 14, 17, 17, 14],
  "9": [14, 17, 17, 15, 1, 2, 12],
  N: [17, 25, 21, 19, 17, 17, 17],
  E: [31, 16, 16, 30, 16, 16, 31],
  S: [15, 16, 16, 14, 1, 1, 30],
  W: [17, 17, 17, 21, 21, 21, 10],
};
const ADVANCE = 6;

/** Whether a point of a text is set; (0, 0) is the top left corner. */
export function isPixelSet(text: string, column: number, row: number): boolean {
  if (column < 0 || column >= text.length * ADVANCE || row < 0 || row > 6) return false;
  const bits = LETTERS[text[Math.floor(column / ADVANCE)] ?? ""]?.[row] ?? 0;
  return ((bits >> (4 - (column % ADVANCE))) & 1) === 1;
}
