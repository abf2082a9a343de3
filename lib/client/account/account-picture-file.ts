import { AVATAR_UPLOAD } from "#lib/shared/avatar-upload.ts";
import { drawnPicture } from "../base/drawn-picture.ts";

/**
 * The maximum width of an uploaded avatar, in pixels: enough for every screen; the service makes smaller pictures from
 * it.
 */
const EDGE_PX = 1024;

const { maxBytes, types } = AVATAR_UPLOAD;

export type PictureProblem = "type" | "large";

/**
 * Returns the middle square of a photo, at most 1024 px wide, for the upload. A photo that this browser cannot draw is
 * returned unchanged.
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
