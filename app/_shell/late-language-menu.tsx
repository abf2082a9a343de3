"use client";

import { lazy, Suspense } from "react";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";

const LanguageMenu = lazy(async () => {
  const { LanguageMenu: menu } = await import("#app/_shell/language-menu.tsx");
  return { default: menu };
});

/**
 * The language menu for pages that are loaded with every other page and are rarely shown. The menu's code is loaded
 * only when such a page is shown.
 */
export function LateLanguageMenu() {
  return (
    <QuietBoundary>
      <Suspense>
        <LanguageMenu />
      </Suspense>
    </QuietBoundary>
  );
}
