import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formParts } from "#lib/server/http/form-parts.ts";

const TYPE = "multipart/form-data; boundary=b";

function parsed(text: string, type = TYPE) {
  const parts = formParts(Buffer.from(text), type);
  return parts?.map(({ name, isFile, content }) => ({ name, isFile, content: content.toString() })) ?? null;
}

const part = (head: string, content = "x") => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.pdf"';

test("a form as the runtime writes it is read back, whatever stands in it, and nothing is copied", async () => {
  const tricky = fc.constantFrom("\r\n", "--", "\r\n--", "\n", '"', ";", "=", "\\", "name=", "é", "\u0000");
  const text = fc.array(fc.oneof(tricky, fc.string({ maxLength: 5 })), { maxLength: 8 });
  const name = text.map((parts) => parts.join("").toWellFormed() || "x");
  const content = fc.uint8Array({ maxLength: 300 });
  const field = fc.record({ name, content, fileName: fc.option(name) });
  await fc.assert(
    fc.asyncProperty(fc.array(field, { maxLength: 6 }), async (fields) => {
      const form = new FormData();
      for (const { name: key, content: bytes, fileName } of fields) {
        if (fileName === null) form.append(key, Buffer.from(bytes).toString("hex"));
        else form.append(key, new File([bytes.slice()], fileName));
      }
      const sent = new Response(form);
      const body = Buffer.from(await sent.arrayBuffer());
      const parts = formParts(body, sent.headers.get("content-type") ?? "");
      const expected = fields.map(({ content: bytes, fileName }) => ({
        isFile: fileName !== null,
        content:
          fileName === null ? Buffer.from(bytes).toString("hex") : Buffer.from(bytes).toString("latin1"),
      }));
      expect(
        parts?.map(({ isFile, content: found }) => ({ isFile, content: found.toString("latin1") })),
      ).toEqual(expected);
      for (const { content: found } of parts ?? []) expect(found.buffer).toBe(body.buffer);
    }),
  );
});

describe("fields", () => {
  test.each<[string, string, boolean]>([
    ['form-data; name="file"; filename="a\\"', "file", true],
    ['form-data; name="file"; filename="a\\"b.pdf"', "file", true],
    ['form-data; filename="name=x.pdf"; name="file"', "file", true],
    ["form-data; name=file; filename=a.pdf", "file", true],
    ["form-data; name=\"file\"; filename*=UTF-8''a.pdf", "file", true],
    ['form-data; name="a; filename=b"', "a; filename=b", false],
    ['FORM-DATA ; NAME="file"', "file", false],
    ['form-data; name=""', "", false],
  ])("of %s", (disposition, name, isFile) => {
    const head = `Content-Type: text/plain\r\ncontent-disposition: ${disposition}\r\nX-More: name="other"`;
    expect(parsed(`${part(head)}--b--\r\n`)).toEqual([{ name, isFile, content: "x" }]);
  });

  test("may be empty, and end with or without a line", () => {
    expect(parsed(`${part(FILE, "")}--b--`)).toEqual([{ name: "file", isFile: true, content: "" }]);
    expect(parsed("--b--\r\n")).toEqual([]);
  });
});

test.each<[string, string, string?]>([
  ["nothing", ""],
  ["no boundary", `${part(FILE)}--b--`, "multipart/form-data"],
  ["an empty boundary", "----", 'multipart/form-data; boundary=""'],
  ["another boundary", `${part(FILE)}--b--`, "multipart/form-data; boundary=c"],
  ["no end", part(FILE)],
  ["half an end", `${part(FILE)}--b-`],
  ["something behind the end", `${part(FILE)}--b--\r\nx`],
  ["something before the beginning", `x\r\n${part(FILE)}--b--`],
  ["a part without a head", "--b\r\n\r\nx\r\n--b--"],
  ["a part without a name", `${part("Content-Disposition: form-data")}--b--`],
  ["a part that is an attachment", `${part('Content-Disposition: attachment; name="file"')}--b--`],
  ["a head without an end", `--b\r\n${FILE}`],
  ["a head without measure", `${part(`X: ${"x".repeat(9000)}\r\n${FILE}`)}--b--`],
  ["more parts than anybody sends", `${part(FILE).repeat(21)}--b--`],
])("%s is no form", (_, text, type) => {
  expect(parsed(text, type)).toBeNull();
});
