/** Browsers count the clicks of a mouse, but not everywhere the taps of a finger. */
const DOUBLE_TAP_MS = 400;

type Press = Pick<MouseEvent, "detail" | "timeStamp"> & { pointerType?: string };

/**
 * Whether a press can be meant for a question: it is neither the second half of a double click or tap, nor was it made
 * before the question was there and only heard of later, by a page that was busy.
 * @param drawnAt when the question was drawn, in milliseconds of the page's clock; null: not yet
 */
export function isAnswer({ detail, timeStamp, pointerType }: Press, drawnAt: number | null): boolean {
  if (drawnAt === null || detail > 1) return false;
  const isCounted = detail === 0 || pointerType === "mouse";
  return timeStamp >= drawnAt + (isCounted ? 0 : DOUBLE_TAP_MS);
}
