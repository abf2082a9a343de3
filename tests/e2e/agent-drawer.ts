import { expect, type Page } from "@playwright/test";

/** The trip's agent, as people of English find it. */
export const panel = (page: Page) => page.getByRole("tabpanel", { name: "Trip agent" });
export const field = (page: Page) => panel(page).getByRole("textbox", { name: "Message to the agent" });
export const entry = (page: Page) => page.getByRole("button", { name: /^Trip agent/ });
export const talk = (page: Page) => panel(page).getByRole("region", { name: "Conversation with the agent" });
export const voice = (page: Page) => page.locator("output[aria-live=polite]");

/** Types and sends it, once the answer before it has come to its end. */
export async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await send(page);
}

/** Sends what is in the field; while the agent works, Enter leaves it there. */
export async function send(page: Page): Promise<void> {
  await expect(panel(page).getByRole("button", { name: "Send" })).toBeEnabled();
  await field(page).press("Enter");
}
