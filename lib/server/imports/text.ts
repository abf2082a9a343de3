import { analyse } from "chardet";
import { AppError } from "#lib/shared/errors.ts";
import type { FileFault } from "#lib/shared/file-faults.ts";
import { isPlainText } from "#lib/shared/plain-text.ts";

/** Returns the error for a file whose content is refused; its issue is about the field `file`. */
export function wrongContent(fault: FileFault, message: string): AppError {
  return new AppError("VALIDATION_FAILED", "This file can't be imported.", {
    details: { fault },
    issues: [{ path: "file", message }],
  });
}

/** Decodes a file. `label` is the encoding that it declares; a byte order mark has precedence. */
export function decodeText(bytes: Uint8Array, label = "utf-8"): string {
  try {
    return new TextDecoder(byteOrderMark(bytes) ?? label, { fatal: true }).decode(bytes);
  } catch {
    throw wrongContent("encoding", `The file is not valid text in ${label.slice(0, 40)}.`);
  }
}

function byteOrderMark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

/**
 * Returns the encoding when a file is UTF-16 by its byte order mark, or by the positions of its zero bytes when the
 * result is plain text; null for any other file.
 */
export function wideEncoding(bytes: Uint8Array): string | null {
  const marked = byteOrderMark(bytes);
  const start = bytes.subarray(0, LOOKED_AT_BYTES);
  if (marked || !start.includes(0)) return marked;
  const label = byZeroBytes(start);
  const text = decoded(start, label);
  return text !== null && isPlainText(text.replaceAll("\r", "")) ? label : null;
}

/**
 * Decodes a file that does not declare its encoding, such as a CSV: by its byte order mark, as UTF-8 when it is valid,
 * as UTF-16 when it has zero bytes, and else in the encoding that it resembles most.
 * @param isKnown chooses among several likely encodings the one in which it recognises the start of the file
 */
export function decodeUnlabelled(
  bytes: Uint8Array,
  isKnown: (start: string) => boolean = () => false,
): string {
  if (byteOrderMark(bytes) !== null || isUtf8(bytes)) return decodeText(bytes);
  const start = bytes.subarray(0, LOOKED_AT_BYTES);
  if (start.includes(0)) return decodeText(bytes, byZeroBytes(start));
  const labels = likelyEncodings(bytes, start);
  const known = labels.find((label) => isKnown(decoded(start, label) ?? ""));
  return decodeText(bytes, known ?? labels[0]);
}

function isUtf8(bytes: Uint8Array): boolean {
  return !bytes.includes(0) && canDecode(bytes, "utf-8");
}

const LOOKED_AT_BYTES = 64 * 1024;

/** Returns the byte order of UTF-16. The zero bytes of ASCII characters are the high bytes, so they tell the order. */
function byZeroBytes(start: Uint8Array): string {
  const highFirst = start.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  const lowFirst = start.filter((byte, index) => byte === 0 && index % 2 === 1).length;
  return highFirst > lowFirst ? "utf-16be" : "utf-16le";
}

/**
 * East Asian encodings of two bytes per character, each with the script that identifies it and the share of characters
 * that must be in it.
 */
const EASTERN = [
  ["euc-kr", /\p{Script=Hangul}/u, 0.9],
  ["shift_jis", /[\p{Script=Hiragana}ァ-ヺ]/u, 0.3],
  ["euc-jp", /[\p{Script=Hiragana}ァ-ヺ]/u, 0.3],
  ["gb18030", /\p{Script=Han}/u, 0],
] as const;
const EASTERN_NAMES: readonly string[] = [...EASTERN.map(([label]) => label), "big5"];

/** Returns the encodings in which the whole file can be decoded, the likeliest first. */
function likelyEncodings(bytes: Uint8Array, start: Uint8Array): string[] {
  const guesses = analyse(start).map(({ name }) => name.toLowerCase());
  const likely = guesses.filter((label) => canDecode(bytes, label));
  const [best = "windows-1252"] = likely;
  const isTooShort = !EASTERN_NAMES.includes(best) && isPairs(start);
  const eastern = isTooShort ? EASTERN.find((each) => isWrittenIn(bytes, start, each))?.[0] : undefined;
  const others = EASTERN_NAMES.filter((label) => canDecode(bytes, label));
  return [...new Set([...(eastern === undefined ? [] : [eastern]), best, ...likely, ...others])];
}

/** Whether at least this share of the characters beyond ASCII is in this script. */
function isWrittenIn(
  bytes: Uint8Array,
  start: Uint8Array,
  [label, writing, share]: (typeof EASTERN)[number],
): boolean {
  const signs = Array.from(decoded(start, label) ?? "").filter((sign) => sign > "\u007f");
  const own = signs.filter((sign) => writing.test(sign)).length;
  return canDecode(bytes, label) && signs.length > 0 && own >= share * signs.length;
}

/**
 * Whether all bytes beyond ASCII come in pairs. Then a short table is in an East Asian encoding, because accented
 * letters mostly stand alone.
 */
function isPairs(bytes: Uint8Array): boolean {
  const runs = bytes.reduce<number[]>((all, byte, at) => {
    if (byte >= 0x80) all.push((bytes[at - 1] ?? 0) >= 0x80 ? (all.pop() ?? 0) + 1 : 1);
    return all;
  }, []);
  return runs.every((length) => length % 2 === 0);
}

function canDecode(bytes: Uint8Array, label: string): boolean {
  return decoded(bytes, label, false) !== null;
}

/**
 * Decodes the bytes; null when some of them are invalid in this encoding. With `isStart`, the bytes may end within a
 * character.
 */
function decoded(bytes: Uint8Array, label: string, isStart = true): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: isStart });
  } catch {
    return null;
  }
}
