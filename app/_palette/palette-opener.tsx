"use client";

import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import { usePaletteKey } from "./use-palette-key.ts";

/** Renders the page's palette while it is open. */
type Palette = (props: { onClose: () => void; onMissing: () => void }) => ReactNode;

/** The button and the shortcut that open a page's palette. */
export function PaletteOpener({ children }: { children: Palette }) {
  const { palette, show } = usePalette(children);
  return (
    <>
      <PaletteButton onClick={show} />
      {palette}
    </>
  );
}

/** Returns the palette, which opens by its shortcut and by `show`. */
export function usePalette(render: Palette, isOn = true): { palette: ReactNode; show: () => void } {
  const [open, setOpen] = useState(false);
  const tell = useCodeLoadFailureToast();
  // The shortcut is ignored over an open dialog, because typed text in the dialog would be lost.
  usePaletteKey(() => setOpen((was) => isOn && !was && document.querySelector("[data-modal]") === null));
  function giveUp() {
    setOpen(false);
    tell();
  }
  const palette = (
    <QuietBoundary retryOn={open} onBroken={giveUp}>
      {open ? render({ onClose: () => setOpen(false), onMissing: giveUp }) : null}
    </QuietBoundary>
  );
  return { palette, show: () => setOpen(true) };
}

export function PaletteButton(props: { onClick: () => void; className?: string }) {
  const t = useTranslations("palette");
  return <IconButton label={t("open")} icon={Search} iconSize={20} {...props} />;
}
