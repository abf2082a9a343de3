import { createHash } from "node:crypto";
import { MIMEType } from "node:util";
import type { Upload } from "#lib/shared/api/endpoint.ts";
import { AppError, type Issue } from "#lib/shared/errors.ts";
import { mediaType, readBytes } from "./body.ts";

/** What the form around the file may take: its boundaries, names and headers. */
const FORM_BYTES = 64 * 1024;
const NAME_LENGTH = 64;
/** A good form has one; the time to parse grows with them. */
const MAX_PARTS = 20;

/** Reads a form with one file. `digest` is of the file alone, since the form around it differs each time it is sent. */
export async function readUpload(
  request: Request,
  upload: Upload,
): Promise<{ bytes: Uint8Array; digest: string }> {
  if (mediaType(request) !== "multipart/form-data") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the file as multipart/form-data.");
  }
  const tooLarge = () => new AppError("TOO_LARGE", `The file is larger than ${mebibytes(upload)}.`);
  const body = await readBytes(request, upload.maxBytes + FORM_BYTES, tooLarge);
  const file = fileOf(await parseForm(body, request), upload);
  if (file.size > upload.maxBytes) throw tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { bytes, digest: createHash("sha256").update(bytes).digest("base64url") };
}

function mebibytes({ maxBytes }: Upload): string {
  return `${maxBytes / 1024 / 1024} MiB`;
}

async function parseForm(body: Buffer<ArrayBuffer>, request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  try {
    const boundary = new MIMEType(type).params.get("boundary");
    if (boundary !== null && occurrences(body, `--${boundary}`) <= MAX_PARTS) {
      return await new Response(body, { headers: { "content-type": type } }).formData();
    }
  } catch {
    // As below.
  }
  throw new AppError("MALFORMED_REQUEST", "The body is not a valid form.");
}

/** Counted no further than needed. */
function occurrences(body: Buffer, text: string): number {
  let count = 0;
  for (let at = body.indexOf(text); at !== -1 && count <= MAX_PARTS; count++) {
    at = body.indexOf(text, at + text.length);
  }
  return count;
}

function fileOf(form: FormData, { field }: Upload): Blob {
  const unknown = [...new Set(form.keys())].filter((name) => name !== field);
  const issues: Issue[] = unknown.map((name) => ({
    path: name.slice(0, NAME_LENGTH),
    message: "This field is unknown.",
  }));
  const values = form.getAll(field);
  const [file] = values;
  const isFile = file instanceof Blob && file.size > 0;
  if (values.length > 1) issues.unshift({ path: field, message: "Send one file only." });
  else if (!isFile) issues.unshift({ path: field, message: "Send a file that is not empty." });
  if (!isFile || issues.length > 0) {
    throw new AppError("VALIDATION_FAILED", "Some fields need a change.", { issues });
  }
  return file;
}
