import { AVATAR_UPLOAD } from "#lib/shared/avatar-upload.ts";
import { drawnPicture } from "./drawn-picture.ts";

/** Wide enough for any screen that shows a face; the service makes smaller ones of it. */
const EDGE_PX = 1024;

const { maxBytes, types } = AVATAR_UPLOAD;

export type PictureProblem = "type" | "large";

/**
 * A photo as it is sent: its middle square, at most 1024 px wide. One that this browser cannot draw goes as it is.
 */
export async function squarePicture(file: File): Promise<Blob | PictureProblem> {
  const drawn = await drawnPicture(file, ({ width, height }) => {
    const side = Math.min(width, height);
    return { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side, edge: EDGE_PX };
  }).catch(() => null);
  if (drawn) return drawn;
  if (!types.some((type) => type === file.type)) return "type";
  return file.size > maxBytes ? "large" : file;
}
