const TAIL_BYTES = 2048;
const HEAD = /^%PDF-[12]\.\d[\r\n \t%]/;
/** The end of every PDF. Only white space may follow, so that no other data can. */
const TAIL = /startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/;

/** Whether the PDF begins at the file's first byte and ends at its last. */
export function isWholePdf(bytes: Buffer): boolean {
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - TAIL_BYTES));
  return HEAD.test(bytes.toString("latin1", 0, 16)) && TAIL.test(tail);
}
