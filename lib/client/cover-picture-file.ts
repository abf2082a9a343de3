import { drawnPicture } from "./drawn-picture.ts";

/** Wide enough for any screen; the service makes smaller ones of it. */
const EDGE_PX = 1600;

/** A photo as it is sent to be a trip's cover. One that this browser cannot draw goes as it is. */
export async function coverPicture(file: File): Promise<File> {
  const drawn = await drawnPicture(file, ({ width, height }) => {
    return { left: 0, top: 0, width, height, edge: EDGE_PX };
  }).catch(() => null);
  if (!drawn) return file;
  const { type } = drawn;
  const name = file.name.replace(/\.[^.]*$/, "");
  return new File([drawn], `${name}.${type === "image/webp" ? "webp" : "jpg"}`, { type });
}
