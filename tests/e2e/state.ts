import type { Locator, Page } from "@playwright/test";
import type { LivedInTrip } from "./lived-in-trip.ts";
import type { Say } from "./words.ts";

/** A page of the service, or one of its main states, and how to get there in any language. */
export interface State {
  name: string;
  /** Without a session. */
  signedOut?: boolean;
  only?: "desktop" | "phone";
  /** It is about the map, which browsers draw at their leisure. */
  drawsMap?: true;
  path: (lived: LivedInTrip) => string;
  reach?: (page: Page, say: Say) => Promise<unknown>;
}

/** Presses something once the page answers, and waits for what that opens. */
export async function openBy(button: Locator, opened: Locator): Promise<void> {
  await button.click();
  await opened.waitFor();
}
