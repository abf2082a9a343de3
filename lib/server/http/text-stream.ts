/** The length of one part in UTF-16 code units. A small answer is one part. */
const PART = 256 * 1024;

/**
 * Returns a stream of a text's UTF-8 bytes. Each part is encoded only when the part before was read, so that a slow
 * client does not make the server hold a second copy of a large answer, and other requests run between two parts.
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

/** Returns the end of a part, never between the two code units of one character. */
function endOfPart(text: string, start: number): number {
  const end = Math.min(start + PART, text.length);
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
