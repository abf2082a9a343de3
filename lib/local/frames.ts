/** The first byte of a message that has a single frame (RFC 6455, 5.2). */
export const KIND = { text: 0x81, close: 0x88 } as const;
const NOTHING = Buffer.alloc(0);

/** Makes a frame as servers send it, without a mask. */
export function frameOf(kind: number, content: Uint8Array): Buffer {
  const { length } = content;
  const head = Buffer.alloc(length < 126 ? 2 : length <= 0xff_ff ? 4 : 10);
  head[0] = kind;
  head[1] = length < 126 ? length : length <= 0xff_ff ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, content]);
}

/** Reads the frames that a server sends from the chunks of its socket, whatever their sizes are. */
export class FrameReader {
  readonly #heard: (kind: number, content: Buffer) => void;
  /** The bytes of a frame that has not arrived completely. */
  #begun: Buffer = NOTHING;

  constructor(heard: (kind: number, content: Buffer) => void) {
    this.#heard = heard;
  }

  read(chunk: Buffer): void {
    let data = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk]);
    for (let end = endOf(data); end !== null && end.at <= data.length; end = endOf(data)) {
      this.#heard(data[0] ?? 0, data.subarray(end.start, end.at));
      data = data.subarray(end.at);
    }
    this.#begun = data;
  }
}

/**
 * The index at which the content of the first frame begins, and the one at which it ends; null while too few bytes are
 * there to tell.
 */
function endOf(data: Buffer): { start: number; at: number } | null {
  const short = data[1] ?? 0;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (data.length < start) return null;
  const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
  return { start, at: start + length };
}
