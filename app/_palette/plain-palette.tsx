"use client";

import { useCommands } from "./use-commands.ts";
import { Palette } from "./palette.tsx";

type PlainPaletteProps = { userId: string; onClose: () => void };

/** The palette of pages that have no rows of their own. */
export default function PlainPalette(props: PlainPaletteProps) {
  return <Palette {...props} items={useCommands()} />;
}
