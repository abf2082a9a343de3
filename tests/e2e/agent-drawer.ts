import { expect, type Page } from "@playwright/test";

/** The parts of the trip's agent on an English page. */
export const panel = (page: Page) => page.getByRole("tabpanel", { name: "Trip agent" });
export const field = (page: Page) => panel(page).getByRole("textbox", { name: "Message to the agent" });
export const entry = (page: Page) => page.getByRole("button", { name: /^Trip agent/ });
export const talk = (page: Page) => panel(page).getByRole("region", { name: "Conversation with the agent" });
export const voice = (page: Page) => page.locator("output[aria-live=polite]");

/** Types a message and sends it, after the previous answer has ended. */
export async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await send(page);
}

/** Sends the text in the field. Enter sends nothing while the agent works. */
export async function send(page: Page): Promise<void> {
  await expect(panel(page).getByRole("button", { name: "Send" })).toBeEnabled();
  await field(page).press("Enter");
}
