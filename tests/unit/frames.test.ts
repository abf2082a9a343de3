import { describe, expect, test } from "vitest";
import { FrameReader, frameOf, KIND } from "#lib/local/frames.ts";

const CONTENTS = [0, 5, 125, 126, 300, 65_536, 1].map((length) => Buffer.alloc(length, "x"));
const STREAM = Buffer.concat(CONTENTS.map((content) => frameOf(KIND.text, content)));

function readIn(pieces: readonly Buffer[]): [number, number][] {
  const heard: [number, number][] = [];
  const reader = new FrameReader((kind, content) => heard.push([kind, content.length]));
  for (const piece of pieces) reader.read(piece);
  return heard;
}

describe("frames of a server", () => {
  const whole = CONTENTS.map(({ length }) => [KIND.text, length]);

  test.each([7, 50, 1000, STREAM.length])("are read from pieces of %i bytes", (size) => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < STREAM.length; at += size) pieces.push(STREAM.subarray(at, at + size));
    expect(readIn(pieces)).toEqual(whole);
  });

  test("are read wherever they are cut in two", () => {
    const heads = [2, 7, 9, 134, 136, 260, 262, 264, 564, 565, 574, 580];
    for (const cut of heads) expect(readIn([STREAM.subarray(0, cut), STREAM.subarray(cut)])).toEqual(whole);
  });

  test("are read with what they hold", () => {
    const heard: string[] = [];
    const reader = new FrameReader((kind, content) => heard.push(`${kind} ${content.toString()}`));
    const said = Buffer.concat([frameOf(KIND.text, Buffer.from("京都")), frameOf(KIND.close, Buffer.of(3))]);
    reader.read(said.subarray(0, 4));
    reader.read(said.subarray(4));
    expect(heard).toEqual([`${KIND.text} 京都`, `${KIND.close} \u0003`]);
  });

  test("begin as RFC 6455 says", () => {
    expect(frameOf(KIND.text, Buffer.alloc(125)).subarray(0, 2)).toEqual(Buffer.of(0x81, 125));
    expect(frameOf(KIND.text, Buffer.alloc(300)).subarray(0, 4)).toEqual(Buffer.of(0x81, 126, 1, 44));
    expect(frameOf(KIND.text, Buffer.alloc(65_536)).subarray(0, 10)).toEqual(
      Buffer.of(0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0),
    );
  });
});
