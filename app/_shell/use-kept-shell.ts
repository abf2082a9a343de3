"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";
import { useUnits } from "#app/_shell/units.tsx";
import { useTheme } from "#app/_shell/use-theme.ts";
import { whenQuiet } from "#app/_ui/when-idle.ts";

/** Once the page has what it loads by itself: what opens pages without a network is kept, in the language and look of this one. */
export function useKeptShell(): void {
  const [units] = useUnits();
  const [theme] = useTheme();
  const look = [useLocale(), units, theme].join(" ");
  useEffect(() => whenQuiet(() => void keep(look), 10_000), [look]);
}

async function keep(look: string): Promise<void> {
  try {
    const { keepShell } = await import("#lib/client/offline-worker.ts");
    await keepShell(look);
  } catch {
    // Its code could not be fetched; the next page keeps it.
  }
}
