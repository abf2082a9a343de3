import { AVATAR_UPLOAD } from "#lib/shared/avatar-upload.ts";

/** Wide enough for any screen that shows a face; the service makes smaller ones of it. */
const EDGE_PX = 1024;
const QUALITY = 0.9;

const { maxBytes, types } = AVATAR_UPLOAD;

export type PictureProblem = "type" | "large";

/**
 * A photo as it is sent: its middle square, at most 1024 px wide, so that 12 megapixels take a moment on a phone's
 * connection. One that this browser cannot draw goes as it is.
 */
export async function squarePicture(file: File): Promise<Blob | PictureProblem> {
  const drawn = await drawSquare(file).catch(() => null);
  if (drawn) return drawn;
  if (!types.some((type) => type === file.type)) return "type";
  return file.size > maxBytes ? "large" : file;
}

async function drawSquare(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const side = Math.min(bitmap.width, bitmap.height);
  const edge = Math.min(side, EDGE_PX);
  const canvas = document.createElement("canvas");
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  const left = (bitmap.width - side) / 2;
  const top = (bitmap.height - side) / 2;
  context.drawImage(bitmap, left, top, side, side, 0, 0, edge, edge);
  bitmap.close();
  const webp = await encode(canvas, "image/webp");
  // Safari cannot write WebP and gives a PNG many times as large.
  return webp?.type === "image/webp" ? webp : encode(onWhite(canvas, context), "image/jpeg");
}

/** JPEG knows no transparency and would make it black. */
function onWhite(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): HTMLCanvasElement {
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}
