"use client";

import { useAskedAbout, askAbout } from "#app/_shell/unsaved-question.ts";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { useLeave } from "#app/_shell/use-sign-out.ts";

const UnsavedDialog = lazyPart(() => import("#app/_shell/unsaved-dialog.tsx"));

/**
 * Renders the dialog once at the end of every page, because the menus that ask the question close when they are used.
 */
export function UnsavedHost() {
  const unsaved = useAskedAbout();
  const leave = useLeave();
  if (!unsaved) return null;
  // When the dialog can't be loaded, nothing is lost: this device keeps the changes.
  const goOn = () => {
    askAbout(null);
    void leave();
  };
  return <UnsavedDialog unsaved={unsaved} onClose={() => askAbout(null)} onMissing={goOn} />;
}
