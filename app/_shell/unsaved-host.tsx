"use client";

import { useUnsentChangesQuestion, askAboutUnsentChanges } from "#app/_shell/unsaved-question.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useEndSession } from "#app/_shell/use-sign-out.ts";

const UnsavedDialog = lazyComponent(() => import("#app/_shell/unsaved-dialog.tsx"));

/**
 * Renders the dialog about unsent changes once at the end of every page, because the menus with the sign-out close
 * when they are used.
 */
export function UnsavedHost() {
  const unsaved = useUnsentChangesQuestion();
  const leave = useEndSession();
  if (!unsaved) return null;
  // When the dialog can't be loaded, the sign-out continues. Nothing is lost, because this device keeps the changes.
  const goOn = () => {
    askAboutUnsentChanges(null);
    void leave();
  };
  return <UnsavedDialog unsaved={unsaved} onClose={() => askAboutUnsentChanges(null)} onMissing={goOn} />;
}
