import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { requireFittingExtension, savedName } from "#lib/server/attachments/file-name.ts";
import { inspectFile } from "#lib/server/attachments/inspect-file.ts";
import { inlineDisposition } from "#lib/server/http/content-disposition.ts";
import { AppError } from "#lib/shared/errors.ts";
import { bytesOf, joinBytes, newPdf, newZip } from "#tests/helpers/files.ts";
import { newPicture } from "#tests/helpers/pictures.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const UNSUPPORTED = "Send a PDF, JPEG, PNG or WebP file.";
const HIDDEN = "This file holds another one, such as an archive or a web page. Save it again, and send that.";
const BROKEN =
  "This file is damaged or incomplete, or something follows its end. Save it again, and send that.";
const UNREADABLE = "This picture can't be read. Save it again, and send that.";
const LARGE = "This picture has too many pixels. Choose one of at most 50 megapixels.";

const FORMATS = ["jpeg", "png", "webp"] as const;

async function refusalOf(bytes: Bytes): Promise<string> {
  const error: unknown = await inspectFile(bytes).catch((refusal: unknown) => refusal);
  if (!(error instanceof AppError)) return `taken: ${String(error)}`;
  return error.issues?.[0]?.message ?? error.message;
}

/** Returns the first two boxes of an MP4. */
function film(): Bytes {
  return joinBytes(boxOf("ftyp", "isom\u0000\u0000\u0000\u0001"), boxOf("mdat", "\u00ff".repeat(100)));
}

function boxOf(type: string, content: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + content.length);
  return Buffer.concat([size, Buffer.from(type + content, "latin1")]);
}

/** Returns the data that Samsung's phones append to a picture. */
function samsungNotes(): Bytes {
  const directory = Buffer.from("SEFH\u006b\u0000\u0000\u0000\u0000\u0000\u0000\u0000", "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(directory.length);
  return joinBytes(
    Buffer.from("\u0000\u0000\u0001\u000aImage_UTC_Data1690000000"),
    directory,
    length,
    Buffer.from("SEFT"),
  );
}

describe("what a file is, its content says", () => {
  test.each(FORMATS)("a %s", async (format) => {
    expect(await inspectFile(await newPicture({ format }))).toBe(`image/${format}`);
  });

  test("a progressive JPEG with a thumbnail's worth of notes, and an animated or transparent WebP", async () => {
    const picture = sharp(await newPicture());
    const jpeg = await picture
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: "Ann" } })
      .toBuffer();
    expect(await inspectFile(jpeg)).toBe("image/jpeg");
    expect(await inspectFile(await picture.ensureAlpha(0.5).webp({ lossless: true }).toBuffer())).toBe(
      "image/webp",
    );
  });

  test.each([
    ["as it is", newPdf()],
    ["of 1 MiB", newPdf({ size: 1024 * 1024 })],
    ["with white space behind its end", joinBytes(newPdf(), bytesOf("\r\n\u0000\u0000 \n"))],
    ["that was changed, and has an end in its middle", joinBytes(newPdf(), newPdf().subarray(9))],
  ])("a PDF %s", async (_, bytes) => {
    expect(await inspectFile(bytes)).toBe("application/pdf");
  });

  test("what cameras and telephones put behind a JPEG is part of it", async () => {
    const jpeg = await newPicture({ format: "jpeg" });
    const others = [
      bytesOf("\u0000".repeat(16)),
      joinBytes(bytesOf("\u0000\u0000"), await newPicture({ format: "jpeg", hue: 3 })),
      film(),
      joinBytes(await newPicture({ format: "jpeg" }), film()),
      samsungNotes(),
      joinBytes(film(), samsungNotes()),
    ];
    for (const other of others) expect(await inspectFile(joinBytes(jpeg, other))).toBe("image/jpeg");
  });
});

describe("refused is", () => {
  test.each<[string, Bytes, string]>([
    ["an SVG", bytesOf("<svg xmlns='http://www.w3.org/2000/svg'/>"), UNSUPPORTED],
    ["a page", bytesOf("<!doctype html><script>alert(1)</script>"), UNSUPPORTED],
    ["an archive", newZip(), UNSUPPORTED],
    ["a GIF", bytesOf("GIF89a"), UNSUPPORTED],
    ["a PDF behind something else", joinBytes(bytesOf("\n"), newPdf()), UNSUPPORTED],
    ["one byte", bytesOf("%"), UNSUPPORTED],
    ["the beginning of a PDF", bytesOf("%PDF-1.7"), BROKEN],
    ["a PDF that breaks off", newPdf({ size: 4000 }).subarray(0, 3000), BROKEN],
    ["a PDF with something behind its end", joinBytes(newPdf(), bytesOf("MZ\u0090\u0000")), BROKEN],
    ["a PDF of no version", bytesOf("%PDF-x\nstartxref\n0\n%%EOF"), BROKEN],
    ["a PDF that is an archive", joinBytes(newPdf(), newZip({ before: newPdf().length })), HIDDEN],
    ["a PDF in an archive's comment", pdfWithArchive(), HIDDEN],
    ["a PDF that is a page", newPdf({ text: "<html><script>alert(1)</script>" }), HIDDEN],
    ["a PDF that holds a RAR", newPdf({ text: "Rar!\u001a\u0007\u0000" }), HIDDEN],
    ["a PDF that holds a 7z", newPdf({ text: "7z\u00bc\u00af\u0027\u001c" }), HIDDEN],
    ["the head of a JPEG alone", bytesOf("\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF"), BROKEN],
    ["the head of a PNG alone", bytesOf("\u0089PNG\r\n\u001a\n\u0000"), BROKEN],
    ["the head of a WebP alone", bytesOf("RIFF\u0004\u0000\u0000\u0000WEBP"), BROKEN],
    ["a JPEG of no picture", bytesOf("\u00ff\u00d8\u00ff\u00d9"), BROKEN],
    ["a JPEG of lengths that lie", bytesOf("\u00ff\u00d8\u00ff\u00e0\u0000\u0001\u00ff\u00d9"), BROKEN],
    ["a PNG that is none", bytesOf("\u0089PNG\r\n\u001a\n\u00ff\u00ff\u00ff\u00ffIHDR"), BROKEN],
  ])("%s", async (_, bytes, message) => {
    expect(await refusalOf(bytes)).toBe(message);
  });

  test.each(FORMATS)("a %s that breaks off anywhere", async (format) => {
    const whole = await newPicture({ format });
    for (let length = 20; length < whole.length; length += 7)
      expect(await refusalOf(whole.slice(0, length)), `${length}`).toBe(BROKEN);
  });

  test.each(FORMATS)("a %s with something behind its end", async (format) => {
    const picture = await newPicture({ format });
    expect(await refusalOf(joinBytes(picture, newZip({ before: picture.length })))).toBe(HIDDEN);
    expect(await refusalOf(joinBytes(picture, newZip({ comment: "x".repeat(60_000) })))).toBe(HIDDEN);
    for (const other of ["%PDF-1.7", "MZ", "\u0000\u0000\u0000\u0010ftyp", "\u00ff\u00d8\u00ff"])
      expect(await refusalOf(joinBytes(picture, bytesOf(other))), other).toBe(BROKEN);
  });

  test("a JPEG whose comment is a page, or an archive", async () => {
    const jpeg = await newPicture({ format: "jpeg" });
    const withComment = (comment: Uint8Array) => {
      const head = Buffer.from([0xff, 0xfe, 0, 0]);
      head.writeUInt16BE(comment.length + 2, 2);
      return joinBytes(jpeg.subarray(0, 2), head, comment, jpeg.subarray(2));
    };
    expect(await inspectFile(withComment(bytesOf("Kyoto")))).toBe("image/jpeg");
    expect(await refusalOf(withComment(bytesOf("<script>alert(1)</script>")))).toBe(HIDDEN);
    expect(await refusalOf(withComment(newZip({ before: 6 })))).toBe(HIDDEN);
  });

  test("a PNG with a chunk that was changed", async () => {
    const png = await newPicture();
    png[20] = 7;
    expect(await refusalOf(png)).toBe(BROKEN);
  });

  test("a picture whose header no decoder reads", async () => {
    const webp = bytesOf("RIFF\u0016\u0000\u0000\u0000WEBPVP8 \u000a\u0000\u0000\u0000xxxxxxxxxx");
    expect(await refusalOf(webp)).toBe(UNREADABLE);
  });

  test("a small file with a huge picture, before it is unpacked", async () => {
    const empty = { width: 8000, height: 8000, channels: 3 as const, background: "white" };
    const started = performance.now();
    const png = await sharp({ create: empty }).png().toBuffer();
    const making = performance.now() - started;
    expect(png.length).toBeLessThan(1024 * 1024);
    const begun = performance.now();
    expect(await refusalOf(new Uint8Array(png))).toBe(LARGE);
    expect(performance.now() - begun).toBeLessThan(making);
    const long = await sharp({ create: { ...empty, width: 30_000, height: 10 } })
      .png()
      .toBuffer();
    expect(await refusalOf(new Uint8Array(long))).toBe(LARGE);
  });
});

/** Returns an archive whose comment is the end of a PDF, so that the file begins and ends like a PDF. */
function pdfWithArchive(): Bytes {
  const head = bytesOf("%PDF-1.7\n");
  return joinBytes(head, newZip({ before: head.length, comment: "\nstartxref\n9\n%%EOF\n" }));
}

describe("a file's name", () => {
  test.each([
    ["ticket.pdf", "ticket.pdf"],
    ["TICKET.PDF", "TICKET.PDF"],
    ["ticket", "ticket.pdf"],
    ["invoice 12.05.2026", "invoice 12.05.2026.pdf"],
    [".pdf", ".pdf"],
    ["a.b c", "a.b c.pdf"],
  ])("%j is saved as %j", (name, saved) => {
    expect(() => requireFittingExtension(name, "application/pdf", "name")).not.toThrow();
    expect(savedName(name, "application/pdf")).toBe(saved);
  });

  test.each(["ticket.html", "ticket.pdf.exe", "ticket.svg", "ticket.jpg"])(
    "%j says that it is no PDF",
    (name) => {
      expect(() => requireFittingExtension(name, "application/pdf", "name")).toThrow(AppError);
      expect(savedName(name, "application/pdf")).toBe(`${name}.pdf`);
    },
  );

  test("may have any of a JPEG's endings", () => {
    for (const name of ["a.jpg", "a.JPEG", "a.jfif"]) expect(savedName(name, "image/jpeg")).toBe(name);
  });

  test.each([
    ["ticket.pdf", `inline; filename="ticket.pdf"; filename*=UTF-8''ticket.pdf`],
    [`a"b\\c%d.pdf`, `inline; filename="a_b_c_d.pdf"; filename*=UTF-8''a%22b%5Cc%25d.pdf`],
    [
      "京都 (1)*'.pdf",
      `inline; filename="__ (1)*'.pdf"; filename*=UTF-8''%E4%BA%AC%E9%83%BD%20%281%29%2a%27.pdf`,
    ],
  ])("%j is told as RFC 6266 wants it", (name, header) => {
    expect(inlineDisposition(name)).toBe(header);
    expect(() => new Headers({ "content-disposition": header })).not.toThrow();
  });
});
