import { crc32 } from "node:zlib";

/** Returns a PDF of one empty page; `size` pads it to this many bytes. */
export function newPdf({ size = 0, text = "" } = {}): Uint8Array<ArrayBuffer> {
  const [head, tail] = [pdfHead(text), pdfTail(text)];
  const filling = "x".repeat(Math.max(0, size - head.length - tail.length));
  return bytesOf(`${head}${filling}${tail}`);
}

function pdfHead(text: string): string {
  const objects = [
    "1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj",
    "2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj",
    "3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>> endobj",
  ];
  return `%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n${objects.join("\n")}\n%${text}`;
}

function pdfTail(text: string): string {
  const at = pdfHead(text).length;
  return `\nxref\n0 4\ntrailer <</Size 4 /Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
}

/** Returns the text as bytes, one byte for each character. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

export function joinBytes(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

/** Returns a ZIP archive with one small file; `before` is the number of bytes in front of the archive. */
export function newZip({ before = 0, comment = "" } = {}): Uint8Array<ArrayBuffer> {
  const content = Buffer.from("alert(1)");
  const name = Buffer.from("a.js");
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(20, 0);
  entry.writeUInt32LE(crc32(content), 10);
  entry.writeUInt32LE(content.length, 14);
  entry.writeUInt32LE(content.length, 18);
  entry.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), entry, name, content]);
  const directoryEntry = Buffer.concat([
    Buffer.from("PK\u0001\u0002\u0014\u0000"),
    entry,
    Buffer.alloc(10),
    numberLE(before),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directoryEntry.length, 12);
  end.writeUInt32LE(before + local.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return joinBytes(local, directoryEntry, end, Buffer.from(comment, "latin1"));
}

function numberLE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
