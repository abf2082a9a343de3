"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";
import { useUnits } from "#app/_shell/units.tsx";
import { useTheme } from "#app/_shell/use-theme.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";

/** Stores the files that open pages without a connection, in the language and style of this page. */
export function useStoredAppShell(): void {
  const [units] = useUnits();
  const [theme] = useTheme();
  const look = [useLocale(), units, theme].join(" ");
  useEffect(() => {
    let isOver = false;
    async function begin() {
      const { storeAppShellWhenNetworkIdle } = await import("./keep-shell.ts");
      if (!isOver) cancel = storeAppShellWhenNetworkIdle(look);
    }
    // When the code can't be fetched, the next page stores the files.
    let cancel = whenIdle(() => void begin().catch(() => undefined), 3000);
    return () => {
      isOver = true;
      cancel();
    };
  }, [look]);
}
