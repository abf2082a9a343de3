/* The part of protocol buffers that a vector tile needs: fields by their numbers. */

export function number(field: number, value: number): Buffer {
  return Buffer.from([...varint(field * 8), ...varint(value)]);
}

export function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
}

export function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

export function packed(field: number, values: readonly number[]): Buffer {
  return bytes(field, Buffer.from(values.flatMap((value) => varint(value))));
}

export function message(field: number, parts: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
