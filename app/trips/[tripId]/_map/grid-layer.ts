import type { CustomLayerInterface, Map as MapLibreMap } from "maplibre-gl";
import { gridOf, type Lines } from "./grid.ts";
import { worldPixel } from "./projection.ts";

/** One triangle over all of the canvas. */
const VERTEX = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}`;

/** In the canvas's own pixels, so that every line is as wide as the next; lines are (x, y, apart, wide). */
const FRAGMENT = `#version 300 es
precision highp float;
uniform float height;
uniform vec3 color;
uniform vec4 fine;
uniform vec4 bold;
uniform vec2 strength;
out vec4 result;
bool crosses(vec4 lines) {
  vec2 spot = vec2(gl_FragCoord.x, height - gl_FragCoord.y);
  return any(lessThan(mod(spot - lines.xy, lines.z), lines.ww));
}
void main() {
  float alpha = crosses(bold) ? strength.y : crosses(fine) ? strength.x : 0.0;
  result = vec4(color * alpha, alpha);
}`;

interface Drawing {
  program: WebGLProgram;
  /** Without any arrays: others' must not be read. */
  arrays: WebGLVertexArrayObject;
  at: Record<"height" | "color" | "fine" | "bold" | "strength", WebGLUniformLocation | null>;
}

/** The grid, drawn by the map itself, since names lie above it. Exact because the map never turns or tilts. */
export class GridLayer implements CustomLayerInterface {
  readonly id = "grid";
  readonly type = "custom";
  #map: MapLibreMap | null = null;
  #drawing: Drawing | null = null;
  #color: readonly number[] = [0, 0, 0];

  /** The map is to be drawn again after this. */
  paint(color: string): void {
    this.#color = channels(color);
  }

  onAdd(map: MapLibreMap, gl: WebGL2RenderingContext): void {
    this.#map = map;
    this.#drawing = prepare(gl);
  }

  onRemove(_map: MapLibreMap, gl: WebGL2RenderingContext): void {
    gl.deleteProgram(this.#drawing?.program ?? null);
    gl.deleteVertexArray(this.#drawing?.arrays ?? null);
    this.#drawing = null;
  }

  render(gl: WebGL2RenderingContext): void {
    if (!this.#map || !this.#drawing) return;
    // As the map has written them: asking for the size itself could make the page lay itself out in every frame.
    const { style } = this.#map.getCanvas();
    const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)];
    const [zoom, center] = [this.#map.getZoom(), this.#map.getCenter()];
    const view = { ...worldPixel(center, zoom), zoom, lat: center.lat, width, height };
    const { fine, bold } = gridOf(view);
    if (bold.strength === 0) return;
    const ratio = gl.drawingBufferHeight / height;
    const { program, arrays, at } = this.#drawing;
    const lines = ({ at: { x, y }, size }: Lines, wide: number) =>
      [x * ratio, y * ratio, size * ratio, Math.max(1, Math.round(wide * ratio))] as const;
    gl.useProgram(program);
    gl.bindVertexArray(arrays);
    gl.uniform1f(at.height, gl.drawingBufferHeight);
    gl.uniform3fv(at.color, this.#color);
    gl.uniform4fv(at.fine, lines(fine, 1));
    gl.uniform4fv(at.bold, lines(bold, 2));
    gl.uniform2f(at.strength, fine.strength, bold.strength);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindVertexArray(null);
  }
}

/** Null where the context is lost, which the map gets over by itself. */
function prepare(gl: WebGL2RenderingContext): Drawing | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  const find = (name: string) => gl.getUniformLocation(program, name);
  const at = {
    height: find("height"),
    color: find("color"),
    fine: find("fine"),
    bold: find("bold"),
    strength: find("strength"),
  };
  return { program, arrays: gl.createVertexArray(), at };
}

/** Of any colour that style sheets know; red, green and blue from 0 to 1. */
function channels(color: string): number[] {
  const pixel = new OffscreenCanvas(1, 1).getContext("2d");
  if (!pixel) return [0, 0, 0];
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  return [...pixel.getImageData(0, 0, 1, 1).data.subarray(0, 3)].map((channel) => channel / 255);
}
