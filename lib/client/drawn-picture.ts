const QUALITY = 0.9;

interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Of the longer side, when it is drawn. */
  edge: number;
}

/**
 * A part of a photo drawn anew, upright, so that 12 megapixels take a moment on a phone's connection and nothing else
 * of the file goes along. null: this browser cannot draw it.
 */
export async function drawnPicture(
  file: Blob,
  partOf: (size: { width: number; height: number }) => Part,
): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const { left, top, width, height, edge } = partOf(bitmap);
  const scale = Math.min(1, edge / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height);
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
