import type { AttachmentDto } from "#lib/shared/attachments.ts";

type FileType = AttachmentDto["contentType"];

/** File types by extension, because browsers know no type for the files of some programs. */
const BY_ENDING: Record<string, FileType> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
};

/** Returns the type of a file if it can be added; the service checks the content itself. */
export function fileType({ name, type }: Pick<File, "name" | "type">): FileType | null {
  const known = Object.values(BY_ENDING).find((each) => each === type);
  if (known || (type !== "" && type !== "application/octet-stream")) return known ?? null;
  return BY_ENDING[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? null;
}

const LONGEST_NAME = 200;

/**
 * Returns a file name that the service accepts: without folders and invisible characters, shortened before its
 * extension.
 */
export function sanitizeFileName(name: string): string {
  const plain = Array.from(name.split(/[\\/]/).at(-1) ?? "")
    .filter((sign) => !/[\p{Cc}\p{Cs}]/u.test(sign))
    .join("")
    .trim();
  if (plain === "" || plain === "." || plain === "..") return "file";
  if (plain.length <= LONGEST_NAME) return plain;
  const ending = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? "";
  return `${plain.slice(0, LONGEST_NAME - ending.length - 1)}…${ending}`;
}

export function isPicture({ contentType }: Pick<AttachmentDto, "contentType">): boolean {
  return contentType.startsWith("image/");
}

const KIB = 1024;

/** Formats a size, for example "840 kB" or "2.4 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < KIB * KIB
      ? ([Math.max(1, Math.round(bytes / KIB)), "kilobyte"] as const)
      : ([bytes / KIB / KIB, "megabyte"] as const);
  const digits = unit === "megabyte" && value < 9.95 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: digits }).format(value);
}
