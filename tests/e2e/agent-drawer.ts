import type { Page } from "@playwright/test";

/** The trip's agent, as people of English find it. */
export const panel = (page: Page) => page.getByRole("tabpanel", { name: "Trip agent" });
export const field = (page: Page) => panel(page).getByRole("textbox", { name: "Message to the agent" });
export const entry = (page: Page) => page.getByRole("button", { name: /^Trip agent/ });
export const talk = (page: Page) => panel(page).getByRole("region", { name: "Conversation with the agent" });
export const voice = (page: Page) => page.locator("output[aria-live=polite]");
