import { describe, expect, test } from "vitest";
import { FrameReader } from "#tests/bench/frame-reader.ts";

const TEXTS = [
  "",
  "a",
  "b".repeat(125),
  "c".repeat(126),
  "清水寺".repeat(40),
  "d".repeat(65_535),
  "e".repeat(65_536),
];

const FEW = TEXTS.slice(0, 5);

/** Returns a frame as a room sends it: whole and without a mask. */
function frame(text: string, kind = 0x81): Buffer {
  const content = Buffer.from(text);
  const { length } = content;
  if (length < 126) return Buffer.concat([Buffer.from([kind, length]), content]);
  const isLong = length > 0xff_ff;
  const head = Buffer.alloc(isLong ? 10 : 4);
  head.set([kind, isLong ? 127 : 126]);
  if (isLong) head.writeBigUInt64BE(BigInt(length), 2);
  else head.writeUInt16BE(length, 2);
  return Buffer.concat([head, content]);
}

function listening() {
  const heard: string[] = [];
  const codes: number[] = [];
  const reader = new FrameReader({
    text: (data, start, end) => heard.push(data.toString("utf8", start, end)),
    close: (code) => codes.push(code),
  });
  /** The memory of all received pieces. As with a socket, other bytes are behind each piece. */
  const shared = Buffer.alloc(200_000, 0x81);
  return {
    heard,
    codes,
    read: (piece: Buffer) => {
      piece.copy(shared);
      reader.read(shared, piece.length);
      shared.fill(0x81, 0, piece.length);
    },
  };
}

describe("what a room says, read by the bench", () => {
  test.each([
    [1, FEW],
    [2, FEW],
    [3, FEW],
    [1000, TEXTS],
    [65_536, TEXTS],
    [200_000, TEXTS],
  ])("is whole in pieces of %i bytes", (size, texts) => {
    const { heard, read } = listening();
    const stream = Buffer.concat(texts.map((text) => frame(text)));
    for (let at = 0; at < stream.length; at += size) read(stream.subarray(at, at + size));
    expect(heard).toEqual(texts);
  });

  test("is whole wherever it is cut in two", () => {
    const stream = Buffer.concat(FEW.map((text) => frame(text)));
    for (let cut = 0; cut <= stream.length; cut++) {
      const { heard, read } = listening();
      read(stream.subarray(0, cut));
      read(stream.subarray(cut));
      expect(heard, `cut at ${cut}`).toEqual(FEW);
    }
  });

  test("ends with its reason, or with none", () => {
    const { codes, read } = listening();
    read(Buffer.from([0x88, 4, 0x0f, 0xa3, 0x62, 0x79]));
    read(Buffer.from([0x88, 0]));
    expect(codes).toEqual([4003, 1005]);
  });

  test.each([
    ["a part of a message", [0x01, 1, 0x61]],
    ["a compressed message", [0xc1, 1, 0x61]],
    ["a message with a mask", [0x81, 0x81, 1, 2, 3, 4, 0x61]],
    ["bytes", [0x82, 1, 0x61]],
  ])("is refused where it is %s", (_, bytes) => {
    const { heard, read } = listening();
    expect(() => read(Buffer.from(bytes))).toThrow("No room sends a frame");
    expect(heard).toEqual([]);
  });
});
