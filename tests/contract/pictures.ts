import sharp from "sharp";

/** Returns a small photograph; with `exif`, its metadata name the camera. */
export async function picture({ exif = false }: { exif?: boolean } = {}): Promise<Buffer> {
  const hue = Math.floor(Math.random() * 200);
  const image = sharp({
    create: { width: 64, height: 48, channels: 3, background: { r: hue, g: 120, b: 80 } },
  }).jpeg();
  return (exif ? image.withExif({ IFD0: { Model: "SecretCamera" } }) : image).toBuffer();
}

export function formWith(file: Buffer): FormData {
  const form = new FormData();
  form.set("file", new Blob([Uint8Array.from(file)], { type: "image/jpeg" }), "me.jpg");
  return form;
}
