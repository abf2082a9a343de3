export type ImageType = "image/jpeg" | "image/png" | "image/webp";

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns the type of a picture by its content alone; null for any other content. */
export function imageType(bytes: Uint8Array): ImageType | null {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");
  if (beginsWith(bytes, JPEG)) return "image/jpeg";
  if (beginsWith(bytes, PNG) && text(12, 16) === "IHDR") return "image/png";
  const isWebp = text(0, 4) === "RIFF" && /^WEBPVP8[ LX]$/.test(text(8, 16));
  return isWebp ? "image/webp" : null;
}

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
