import type { AttachmentDto } from "#lib/shared/attachments.ts";

type FileType = AttachmentDto["contentType"];

/** Browsers know no type for files of some programs; their ending says it then. */
const BY_ENDING: Record<string, FileType> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
};

/** What a file says it is, if that is a kind that can be added; the service looks at its bytes. */
export function fileType({ name, type }: Pick<File, "name" | "type">): FileType | null {
  const known = Object.values(BY_ENDING).find((each) => each === type);
  if (known || (type !== "" && type !== "application/octet-stream")) return known ?? null;
  return BY_ENDING[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? null;
}

const LONGEST_NAME = 200;

/** The file's name as the service takes it: without folders and signs that nobody sees; its ending stays. */
export function fileName(name: string): string {
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

/** Bytes as one says them: "840 kB", "2.4 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < KIB * KIB
      ? ([Math.max(1, Math.round(bytes / KIB)), "kilobyte"] as const)
      : ([bytes / KIB / KIB, "megabyte"] as const);
  const digits = unit === "megabyte" && value < 9.95 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: digits }).format(value);
}
