const TAIL_BYTES = 2048;
const HEAD = /^%PDF-[12]\.\d[\r\n \t%]/;
/** The end of every PDF; only white space may follow, so that nothing hides there. */
const TAIL = /startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/;

/** Whether it begins at the first byte and its end is the file's. */
export function isWholePdf(bytes: Buffer): boolean {
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - TAIL_BYTES));
  return HEAD.test(bytes.toString("latin1", 0, 16)) && TAIL.test(tail);
}
