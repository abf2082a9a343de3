"use client";

import { lazy, Suspense } from "react";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";

const LanguageMenu = lazy(async () => {
  const { LanguageMenu: menu } = await import("#app/_shell/language-menu.tsx");
  return { default: menu };
});

/** The menu for pages that are loaded with every other and hardly ever seen: its code comes when one of them is. */
export function LateLanguageMenu() {
  return (
    <QuietBoundary>
      <Suspense>
        <LanguageMenu />
      </Suspense>
    </QuietBoundary>
  );
}
