/** RFC 6455, 5.2: a message's only frame begins so. */
export const KIND = { text: 0x81, close: 0x88 } as const;
const NOTHING = Buffer.alloc(0);

/** A frame as servers send it, without a mask. */
export function frameOf(kind: number, content: Uint8Array): Buffer {
  const { length } = content;
  const head = Buffer.alloc(length < 126 ? 2 : length <= 0xff_ff ? 4 : 10);
  head[0] = kind;
  head[1] = length < 126 ? length : length <= 0xff_ff ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, content]);
}

/** Takes the frames that a server sends out of what comes of its socket, however it is cut. */
export class FrameReader {
  readonly #heard: (kind: number, content: Buffer) => void;
  /** A frame that has begun. */
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

/** Where the content of the first frame begins and ends; null while that is not known. */
function endOf(data: Buffer): { start: number; at: number } | null {
  const short = data[1] ?? 0;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (data.length < start) return null;
  const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
  return { start, at: start + length };
}
