import type { Locator, Page } from "@playwright/test";
import type { LivedInTrip } from "./lived-in-trip.ts";
import type { Say } from "./words.ts";

/** A page of the service or one of its main states, and how to reach it in any language. */
export interface State {
  name: string;
  /** Whether the state is that of a user who is not signed in. */
  signedOut?: boolean;
  only?: "desktop" | "phone";
  /** Whether the state shows a map, which can be drawn late. */
  drawsMap?: true;
  path: (lived: LivedInTrip) => string;
  reach?: (page: Page, say: Say) => Promise<unknown>;
}

/** Presses a button and waits for what it opens. */
export async function openBy(button: Locator, opened: Locator): Promise<void> {
  await button.click();
  await opened.waitFor();
}
