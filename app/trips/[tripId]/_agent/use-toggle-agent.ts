"use client";

import { useIsPhone } from "#app/_ui/use-media.ts";
import { useView } from "../_shell/view.tsx";
import { useAgentHere } from "./agent-here.tsx";
import { wishFocus } from "./focus-wish.ts";

/** Opens the agent or puts it away; beside the page that is how one wants it from then on. */
export function useToggleAgent(): () => void {
  const view = useView();
  const here = useAgentHere();
  const isPhone = useIsPhone();
  return () => {
    if (!here) return;
    const isOpen = view.get().agent;
    if (isOpen) view.closeDetails();
    else {
      // On a phone that would bring the keyboard up before what one came to read.
      if (!isPhone) wishFocus();
      view.openAgent();
    }
    if (!isPhone) here.remember(isOpen);
  };
}
