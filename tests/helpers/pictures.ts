import sharp, { type Sharp } from "sharp";

interface Look {
  width: number;
  height: number;
  format: "jpeg" | "png" | "webp" | "gif" | "avif" | "tiff";
  /** The hue of the picture, by which tests tell pictures apart. */
  hue: number;
}

/** Returns a picture with a colour gradient, so that its halves and corners can be told apart. */
export async function newPicture(look: Partial<Look> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { format = "png" } = look;
  return new Uint8Array(await drawing(look).toFormat(format).toBuffer());
}

/** Returns a drawing whose red grows to the right and whose green grows downwards. */
export function drawing({ width = 60, height = 40, hue = 90 }: Partial<Look> = {}): Sharp {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixels.set([Math.round((x / width) * 255), Math.round((y / height) * 255), hue], (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Returns a form with one file, as browsers send it. */
export function formWith(bytes: Uint8Array<ArrayBuffer>, name = "me.png", type = "image/png"): FormData {
  const form = new FormData();
  form.append("file", new File([bytes], name, { type }));
  return form;
}
