"use client";

import { useIsPhone } from "#app/_ui/use-media.ts";
import { useView } from "../view.tsx";
import { useAgentAvailability } from "./agent-availability.tsx";
import { requestFocus } from "./focus-wish.ts";

/** Returns a function that opens or closes the agent. Except on a phone, the choice is stored for the next trips. */
export function useToggleAgent(): () => void {
  const view = useView();
  const here = useAgentAvailability();
  const isPhone = useIsPhone();
  return () => {
    if (!here) return;
    const isOpen = view.get().agent;
    if (isOpen) view.closeDetails();
    else {
      // On a phone the focus would open the keyboard over what the user wants to read.
      if (!isPhone) requestFocus();
      view.openAgent();
    }
    if (!isPhone) here.remember(isOpen);
  };
}
