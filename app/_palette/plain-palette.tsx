"use client";

import { useCommands } from "./use-commands.ts";
import { Palette } from "./palette.tsx";

type PlainPaletteProps = { userId: string; onClose: () => void };

/** On pages without things of their own to find. */
export default function PlainPalette(props: PlainPaletteProps) {
  return <Palette {...props} items={useCommands()} />;
}
