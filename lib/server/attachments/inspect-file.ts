import type { ATTACHMENT_TYPES } from "#lib/shared/attachment-limits.ts";
import { AppError, invalidField } from "#lib/shared/errors.ts";
import { MAX_PIXELS, pictureDecoder, pixelProblem, requireFewPixels } from "../pictures/decoder.ts";
import { isAlsoArchive, isAlsoHtml } from "./formats/hidden.ts";
import { isWholeJpeg } from "./formats/jpeg.ts";
import { isWholePdf } from "./formats/pdf.ts";
import { isWholePng } from "./formats/png.ts";
import { isWholeWebp } from "./formats/webp.ts";

export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

interface Format {
  type: AttachmentType;
  isBegun(head: string): boolean;
  isWhole(bytes: Buffer): boolean;
}

const FORMATS: readonly Format[] = [
  { type: "application/pdf", isBegun: (head) => head.startsWith("%PDF-"), isWhole: isWholePdf },
  { type: "image/jpeg", isBegun: (head) => head.startsWith("\u00ff\u00d8\u00ff"), isWhole: isWholeJpeg },
  { type: "image/png", isBegun: (head) => head.startsWith("\u0089PNG\r\n\u001a\n"), isWhole: isWholePng },
  { type: "image/webp", isBegun: (head) => /^RIFF[^]{4}WEBP/.test(head), isWhole: isWholeWebp },
];

/**
 * Returns a file's type by its content: the file must be complete and contain no second format. Pictures are measured,
 * never decoded.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE; VALIDATION_FAILED (second format, damaged, too many pixels)
 */
export async function inspectFile(file: Uint8Array): Promise<AttachmentType> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const head = bytes.toString("latin1", 0, 16);
  const format = FORMATS.find((each) => each.isBegun(head));
  if (!format) throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send a PDF, JPEG, PNG or WebP file.");
  if (isAlsoArchive(bytes) || isAlsoHtml(bytes)) {
    throw refused(
      "This file holds another one, such as an archive or a web page. Save it again, and send that.",
    );
  }
  if (!format.isWhole(bytes)) {
    throw refused(
      "This file is damaged or incomplete, or something follows its end. Save it again, and send that.",
    );
  }
  if (format.type !== "application/pdf") await requireSmall(bytes, format.type);
  return format.type;
}

async function requireSmall(bytes: Buffer, type: AttachmentType): Promise<void> {
  const sharp = await pictureDecoder();
  const meta = await sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch((error: unknown) => {
      throw pixelProblem(error) ?? unreadable();
    });
  if (`image/${meta.format}` !== type) throw unreadable();
  requireFewPixels(meta);
}

function unreadable(): AppError {
  return refused("This picture can't be read. Save it again, and send that.");
}

function refused(message: string): AppError {
  return invalidField("file", message);
}
