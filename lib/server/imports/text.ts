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
