/** The first byte of a message that has a single frame (RFC 6455, 5.2). */
export const FRAME_FIRST_BYTE = { text: 0x81, close: 0x88 } as const;

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
