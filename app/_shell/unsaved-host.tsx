"use client";

import { useAskedAbout, askAbout } from "#app/_shell/unsaved-question.ts";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { useLeave } from "#app/_shell/use-sign-out.ts";

const UnsavedDialog = lazyPart(() => import("#app/_shell/unsaved-dialog.tsx"));

/** Stands once, under everything: the question comes from menus that close when they are used. */
export function UnsavedHost() {
  const unsaved = useAskedAbout();
  const leave = useLeave();
  if (!unsaved) return null;
  // Nothing is lost where the question can't be asked: this device goes on keeping it.
  const goOn = () => {
    askAbout(null);
    void leave();
  };
  return <UnsavedDialog unsaved={unsaved} onClose={() => askAbout(null)} onMissing={goOn} />;
}
