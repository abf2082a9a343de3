import fc from "fast-check";
import { expect, test } from "vitest";
import { textStream } from "#lib/server/http/text-stream.ts";

async function partsOf(text: string): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of textStream(text)) parts.push(part);
  return parts;
}

test("a large text arrives as it is, in parts, whatever stands where it is parted", async () => {
  // The characters have one to four bytes in UTF-8, and the last one is a surrogate pair; each occurs at every offset.
  const piece = fc.constantFrom("a", "é", "京", "🏖");
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 7 }), async (pieces) => {
      const text = pieces.join("").repeat(150_000);
      const parts = await partsOf(text);
      expect(Buffer.concat(parts).equals(Buffer.from(text))).toBe(true);
      expect(parts.length > 1).toBe(text.length > 256 * 1024);
      for (const part of parts)
        expect(() => new TextDecoder("utf-8", { fatal: true }).decode(part)).not.toThrow();
    }),
    { numRuns: 20 },
  );
});

test("no more is encoded than is taken", async () => {
  const reader = textStream("京".repeat(4_000_000)).getReader();
  const { value } = await reader.read();
  expect(value?.byteLength).toBe(3 * 256 * 1024);
  await reader.cancel();
});

test.each(["", "{}"])("a small text is one part: %j", async (text) => {
  expect((await partsOf(text)).map((part) => new TextDecoder().decode(part))).toEqual([text]);
});
