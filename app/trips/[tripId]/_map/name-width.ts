const FONT_SIZE = 12;
/** The maximum width of a name in pixels; longer names end in an ellipsis. */
export const MAX_NAME_WIDTH = 160;

const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null = null;

/**
 * Returns the width of a name on the map in pixels. It is measured on a canvas, which needs no layout of the page.
 */
export function nameWidth(name: string): number {
  const known = widths.get(name);
  if (known !== undefined) return known;
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return MAX_NAME_WIDTH;
  context.font = `600 ${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  const width = Math.min(MAX_NAME_WIDTH, Math.ceil(context.measureText(name).width) + 2);
  widths.set(name, width);
  return width;
}
