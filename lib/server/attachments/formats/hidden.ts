/*
 * Finds other file formats in a valid picture or PDF, because a program that reads the file differently could open it
 * as a file of such a format.
 */

const END_OF_DIRECTORY = Buffer.from("PK\u0005\u0006", "latin1");
const END_OF_DIRECTORY_BYTES = 22;
/** The longest comment after a ZIP's last record, in bytes. */
const COMMENT_BYTES = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const ZIP64 = 0xffffffff;
const OTHERS = ["Rar!\u001a\u0007", "7z\u00bc\u00af\u0027\u001c"].map((text) => Buffer.from(text, "latin1"));

/** How many bytes old programs read to guess a file's type. */
const SNIFFED_BYTES = 1024;
const MARKUP = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)/i;

export function isAlsoHtml(bytes: Buffer): boolean {
  return MARKUP.test(bytes.toString("latin1", 0, SNIFFED_BYTES));
}

/**
 * Whether the file is also an archive. Archives are read from their end, so one may follow any other content; random
 * bytes that look like an archive have no consistent directory.
 */
export function isAlsoArchive(bytes: Buffer): boolean {
  if (OTHERS.some((signature) => bytes.includes(signature))) return true;
  const floor = Math.max(0, bytes.length - END_OF_DIRECTORY_BYTES - COMMENT_BYTES);
  const tail = bytes.subarray(floor);
  for (let at = tail.indexOf(END_OF_DIRECTORY); at !== -1; at = tail.indexOf(END_OF_DIRECTORY, at + 1)) {
    if (endsDirectory(bytes, floor + at)) return true;
  }
  return false;
}

function endsDirectory(bytes: Buffer, at: number): boolean {
  if (at + END_OF_DIRECTORY_BYTES > bytes.length) return false;
  const size = bytes.readUInt32LE(at + 12);
  if (size === 0) return at + END_OF_DIRECTORY_BYTES + bytes.readUInt16LE(at + 20) === bytes.length;
  if (size === ZIP64) return true;
  const start = at - size;
  return start >= 0 && bytes.readUInt32LE(start) === DIRECTORY_ENTRY;
}
