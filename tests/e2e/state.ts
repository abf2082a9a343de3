import type { Locator, Page } from "@playwright/test";
import type { LivedInTrip } from "./lived-in-trip.ts";
import type { Translate } from "./messages.ts";

/** A page of the service or one of its main states, and how to reach it in any language. */
export interface PageState {
  name: string;
  /** Whether the state is that of a user who is not signed in. */
  signedOut?: boolean;
  only?: "desktop" | "phone";
  /** Whether the state shows a map, which can be drawn late. */
  drawsMap?: true;
  path: (lived: LivedInTrip) => string;
  reach?: (page: Page, say: Translate) => Promise<unknown>;
}

/** Presses a button and waits for what it opens. */
export async function clickToOpen(button: Locator, opened: Locator): Promise<void> {
  await button.click();
  await opened.waitFor();
}
