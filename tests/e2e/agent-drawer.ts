import { expect, type Page } from "@playwright/test";

/** The panel of the trip's agent on an English page. */
export const panel = (page: Page) => page.getByRole("tabpanel", { name: "Trip agent" });
export const field = (page: Page) => panel(page).getByRole("textbox", { name: "Message to the agent" });
export const agentButton = (page: Page) => page.getByRole("button", { name: /^Trip agent/ });
export const conversationRegion = (page: Page) =>
  panel(page).getByRole("region", { name: "Conversation with the agent" });
export const liveRegion = (page: Page) => page.locator("output[aria-live=polite]");

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
