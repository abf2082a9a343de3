/**
 * Time within which a second tap is part of a double tap. Browsers count the clicks of a mouse, but not all of them
 * count taps.
 */
const DOUBLE_TAP_MS = 400;

type Press = Pick<MouseEvent, "detail" | "timeStamp"> & { pointerType?: string };

/**
 * Whether a press can be an answer to a question. It is none when it is the second half of a double click or tap, or
 * when it happened before the question was drawn and a busy page handles it only now.
 * @param drawnAt when the question was drawn, in milliseconds of the page's clock; null: not yet
 */
export function isDeliberatePress(
  { detail, timeStamp, pointerType }: Press,
  drawnAt: number | null,
): boolean {
  if (drawnAt === null || detail > 1) return false;
  const isCounted = detail === 0 || pointerType === "mouse";
  return timeStamp >= drawnAt + (isCounted ? 0 : DOUBLE_TAP_MS);
}
