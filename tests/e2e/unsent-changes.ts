import type { Locator, Page } from "@playwright/test";

/** Returns the button that opens the list of unsent writes; its text says how many they are. */
export function changesOf(page: Page): Locator {
  return page.getByRole("button", { name: /Show the changes$/ });
}

export function listOf(page: Page): Locator {
  return page.getByRole("dialog").filter({ hasText: "Changes on this device" });
}

export function rowsOf(page: Page): Locator {
  return listOf(page).getByRole("listitem");
}
