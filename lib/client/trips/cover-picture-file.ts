import { drawnPicture } from "../base/drawn-picture.ts";

/**
 * The maximum length of a cover's longer side, in pixels: enough for every screen; the service makes smaller pictures
 * from it.
 */
const EDGE_PX = 1600;

/**
 * Returns a photo as it is uploaded for a trip's cover. A photo that this browser cannot draw is returned unchanged.
 */
export async function coverPicture(file: File): Promise<File> {
  const drawn = await drawnPicture(file, ({ width, height }) => {
    return { left: 0, top: 0, width, height, edge: EDGE_PX };
  }).catch(() => null);
  if (!drawn) return file;
  const { type } = drawn;
  const name = file.name.replace(/\.[^.]*$/, "");
  return new File([drawn], `${name}.${type === "image/webp" ? "webp" : "jpg"}`, { type });
}
