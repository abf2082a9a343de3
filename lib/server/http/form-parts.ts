import { MIMEType } from "node:util";

/** One field of a form; `content` is a view of the body, so that no byte is copied. */
export interface FormPart {
  name: string;
  isFile: boolean;
  content: Buffer<ArrayBuffer>;
}

/** Most parts of a form. A valid form has one part; more are parsed so that the error can name what is wrong. */
const MAX_PARTS = 20;
const MAX_HEAD_BYTES = 8 * 1024;
const DISPOSITION = /^content-disposition:[ \t]*form-data(?=[ \t]*;)/im;
/** A parameter as browsers write it (`"` as `%22`), so that a backslash is an ordinary character. */
const PARAMETER = /[ \t]*;[ \t]*([\w*]+)=(?:"([^"\r\n]*)"|([^\s;"]*))/y;

/**
 * Returns the parts of a `multipart/form-data` body (RFC 7578) in their order; null when the body is not such a form,
 * is cut off, or has too many parts.
 */
export function formParts(body: Buffer<ArrayBuffer>, contentType: string): FormPart[] | null {
  const boundary = boundaryOf(contentType);
  if (!boundary || !body.subarray(0, boundary.length + 2).equals(Buffer.from(`--${boundary}`))) return null;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  let at = delimiter.length - 2;
  while (!isEnd(body, at)) {
    const part = partAt(body, at, delimiter);
    if (!part || parts.length === MAX_PARTS) return null;
    parts.push(part);
    at = part.content.byteOffset - body.byteOffset + part.content.byteLength + delimiter.length;
  }
  return parts;
}

function boundaryOf(contentType: string): string | null {
  try {
    const boundary = new MIMEType(contentType).params.get("boundary");
    return boundary !== null && /^[ -~]{1,70}$/.test(boundary) ? boundary : null;
  } catch {
    return null;
  }
}

/** Whether the delimiter before `at` is the last one: two dashes follow it, and then only the end of the line. */
function isEnd(body: Buffer, at: number): boolean {
  const rest = body.toString("latin1", at, at + 5);
  return rest === "--" || rest === "--\r\n";
}

function partAt(body: Buffer<ArrayBuffer>, at: number, delimiter: Buffer): FormPart | null {
  const head = body.subarray(at, at + MAX_HEAD_BYTES);
  const headEnd = head.indexOf("\r\n\r\n");
  const isBegun = head.toString("latin1", 0, 2) === "\r\n";
  if (!isBegun || headEnd <= 0) return null;
  const from = at + headEnd + 4;
  const to = body.indexOf(delimiter, from);
  const named = nameIn(head.toString("utf8", 2, headEnd));
  return to === -1 || !named ? null : { ...named, content: body.subarray(from, to) };
}

/**
 * Returns a part's name from its `Content-Disposition`, and whether the part is a file, which is so when it has a file
 * name.
 */
function nameIn(head: string): Pick<FormPart, "name" | "isFile"> | null {
  const found = DISPOSITION.exec(head);
  if (!found) return null;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = found.index + found[0].length;
  for (let match = PARAMETER.exec(head); match; match = PARAMETER.exec(head)) {
    parameters.set((match[1] ?? "").toLowerCase(), match[2] ?? match[3] ?? "");
  }
  const name = parameters.get("name");
  const isFile = parameters.has("filename") || parameters.has("filename*");
  return name === undefined ? null : { name, isFile };
}
