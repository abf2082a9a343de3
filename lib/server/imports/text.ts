import { analyse } from "chardet";
import { AppError } from "#lib/shared/errors.ts";

/** A refusal of what is in the file, which is said under the upload's own name. */
export function wrongContent(message: string): AppError {
  return new AppError("VALIDATION_FAILED", "This file can't be imported.", {
    issues: [{ path: "file", message }],
  });
}

/** The file's text. `label` is the encoding that it claims to have; a byte order mark knows better. */
export function decodeText(bytes: Uint8Array, label = "utf-8"): string {
  try {
    return new TextDecoder(byteOrderMark(bytes) ?? label, { fatal: true }).decode(bytes);
  } catch {
    throw wrongContent(`The file is not valid text in ${label.slice(0, 40)}.`);
  }
}

function byteOrderMark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

/**
 * The text of a file that has no place to say its encoding, such as a CSV: by its byte order mark, as UTF-8 where it is that, as UTF-16
 * where it has zero bytes, and else in the encoding whose words it resembles most.
 */
export function decodeUnlabelled(bytes: Uint8Array): string {
  if (byteOrderMark(bytes) === null && !isUtf8(bytes)) return decodeText(bytes, guessEncoding(bytes));
  return decodeText(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const LOOKED_AT_BYTES = 64 * 1024;

function guessEncoding(bytes: Uint8Array): string {
  const start = bytes.subarray(0, LOOKED_AT_BYTES);
  if (start.includes(0)) {
    const highFirst = start.filter((byte, index) => byte === 0 && index % 2 === 0).length;
    const lowFirst = start.filter((byte, index) => byte === 0 && index % 2 === 1).length;
    return highFirst > lowFirst ? "utf-16be" : "utf-16le";
  }
  const best = analyse(start).find(({ name }) => canDecode(bytes, name))?.name ?? "windows-1252";
  const isLatin = best === "ISO-8859-1" || best === "windows-1252";
  return isLatin && isPairs(start) && canDecode(bytes, "gb18030") ? "gb18030" : best;
}

/** Letters with accents stand alone among others. Where bytes above ASCII come two by two, they are Chinese, in tables too short to judge by words. */
function isPairs(bytes: Uint8Array): boolean {
  const runs = bytes.reduce<number[]>((all, byte, at) => {
    if (byte >= 0x80) all.push((bytes[at - 1] ?? 0) >= 0x80 ? (all.pop() ?? 0) + 1 : 1);
    return all;
  }, []);
  return runs.every((length) => length % 2 === 0);
}

function canDecode(bytes: Uint8Array, label: string): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
