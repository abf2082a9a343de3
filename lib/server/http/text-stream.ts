/** In units of UTF-16; of a small answer that is all, in one part. */
const PART = 256 * 1024;

/**
 * A text as a stream of its bytes in UTF-8. A part of it is encoded when the one before was taken, so that a reader on a
 * slow line holds no second copy of a large answer, and others have their turn between two parts.
 */
export function textStream(text: string): ReadableStream<Uint8Array> {
  let start = 0;
  return new ReadableStream({
    pull(controller) {
      const end = endOfPart(text, start);
      controller.enqueue(Buffer.from(start === 0 && end === text.length ? text : text.slice(start, end)));
      start = end;
      if (start === text.length) controller.close();
    },
  });
}

/** Never between the two halves of one character. */
function endOfPart(text: string, start: number): number {
  const end = Math.min(start + PART, text.length);
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
