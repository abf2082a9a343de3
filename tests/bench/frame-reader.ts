const TEXT = 0x81;
const CLOSE = 0x88;
/** The code that RFC 6455, 7.1.5 defines for a close without a code. */
const NO_REASON = 1005;
const NOTHING = Buffer.alloc(0);

export interface FrameHandlers {
  /** Receives a message, which is `data` from `start` to `end`; the bytes are valid only during the call. */
  text: (data: Buffer, start: number, end: number) => void;
  close: (code: number) => void;
}

/**
 * Reads a room's messages from the received bytes without copying them. A complete WebSocket client for each of a
 * thousand sockets, on the machine that is measured, would cost more than what it measures. It supports only the frames
 * that rooms send.
 */
export class FrameReader {
  readonly #heard: FrameHandlers;
  /** A frame that has arrived in part, copied into memory of its own. */
  #begun: Buffer = NOTHING;

  constructor(heard: FrameHandlers) {
    this.#heard = heard;
  }

  /**
   * Reads the first `length` bytes of a chunk, which may be overwritten afterwards.
   * @throws Error at a frame that no room sends
   */
  read(chunk: Buffer, length: number): void {
    const isWhole = this.#begun.length === 0;
    const data = isWhole ? chunk : Buffer.concat([this.#begun, chunk.subarray(0, length)]);
    const end = isWhole ? length : data.length;
    let at = 0;
    for (let next = this.#take(data, at, end); next !== null; next = this.#take(data, at, end)) at = next;
    this.#begun = at === end ? NOTHING : Buffer.from(data.subarray(at, end));
  }

  /** Returns where the frame at a position ends, or null if it has not arrived completely. */
  #take(data: Buffer, at: number, end: number): number | null {
    if (end - at < 2) return null;
    const kind = data[at] ?? 0;
    const short = data[at + 1] ?? 0;
    if ((kind !== TEXT && kind !== CLOSE) || short > 127) {
      throw new Error(`No room sends a frame that begins with ${kind} and ${short}.`);
    }
    const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
    if (start > end) return null;
    const next = start + (short < 126 ? short : lengthAt(data, at + 2, start));
    if (next > end) return null;
    if (kind === TEXT) this.#heard.text(data, start, next);
    else this.#heard.close(next - start < 2 ? NO_REASON : data.readUInt16BE(start));
    return next;
  }
}

function lengthAt(data: Buffer, from: number, end: number): number {
  let length = 0;
  for (let at = from; at < end; at++) length = length * 256 + (data[at] ?? 0);
  return length;
}
