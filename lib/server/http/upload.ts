import { createHash } from "node:crypto";
import type { Upload } from "#lib/shared/api/endpoint.ts";
import { AppError, type Issue } from "#lib/shared/errors.ts";
import { type BodyLimit, mediaType, readWhole, requireSmallEnough } from "./body.ts";
import { type FormPart, formParts } from "./form-parts.ts";

/** Most bytes of the form around the file: its boundaries, names and headers. */
const FORM_BYTES = 64 * 1024;
const NAME_LENGTH = 64;

/**
 * Checks the upload's headers.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, as far as the headers say.
 */
export function requireForm(request: Request, upload: Upload): void {
  if (mediaType(request) !== "multipart/form-data") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the file as multipart/form-data.");
  }
  requireSmallEnough(request, limitOf(upload));
}

/** Reads a form with one file. `digest` covers the file only, since the form around it differs each time it is sent. */
export async function readUpload(
  request: Request,
  upload: Upload,
): Promise<{ bytes: Uint8Array; digest: string }> {
  const parts = formParts(
    await readWhole(request, limitOf(upload)),
    request.headers.get("content-type") ?? "",
  );
  if (!parts) throw new AppError("MALFORMED_REQUEST", "The body is not a valid form.");
  const bytes = fileOf(parts, upload);
  if (bytes.byteLength > upload.maxBytes) throw tooLarge(upload);
  return { bytes, digest: createHash("sha256").update(bytes).digest("base64url") };
}

function limitOf(upload: Upload): BodyLimit {
  return { maxBytes: upload.maxBytes + FORM_BYTES, refusal: () => tooLarge(upload) };
}

function tooLarge({ maxBytes }: Upload): AppError {
  return new AppError("TOO_LARGE", `The file is larger than ${maxBytes / 1024 / 1024} MiB.`);
}

function fileOf(parts: FormPart[], { field }: Upload): Uint8Array {
  const unknown = [...new Set(parts.map(({ name }) => name))].filter((name) => name !== field);
  const issues: Issue[] = unknown.map((name) => ({
    path: name.slice(0, NAME_LENGTH),
    message: "This field is unknown.",
  }));
  const [file, ...more] = parts.filter(({ name }) => name === field);
  const isFile = file !== undefined && file.isFile && file.content.byteLength > 0;
  if (more.length > 0) issues.unshift({ path: field, message: "Send one file only." });
  else if (!isFile) issues.unshift({ path: field, message: "Send a file that is not empty." });
  if (!isFile || issues.length > 0) {
    throw new AppError("VALIDATION_FAILED", "Some fields need a change.", { issues });
  }
  return file.content;
}
