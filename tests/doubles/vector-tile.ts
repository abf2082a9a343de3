/* The part of protocol buffers that a vector tile needs: fields by their numbers. */

export function numberField(field: number, value: number): Buffer {
  return Buffer.from([...varint(field * 8), ...varint(value)]);
}

export function bytesField(field: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
}

export function textField(field: number, value: string): Buffer {
  return bytesField(field, Buffer.from(value));
}

export function packedField(field: number, values: readonly number[]): Buffer {
  return bytesField(field, Buffer.from(values.flatMap((value) => varint(value))));
}

export function messageField(field: number, parts: readonly Buffer[]): Buffer {
  return bytesField(field, Buffer.concat(parts));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
