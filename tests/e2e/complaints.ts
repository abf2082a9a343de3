import type { Page } from "@playwright/test";

/** Collects everything that the browser refuses or reports as an error from now on. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Some tests open a page that is itself a 404, so that status is no complaint.
    const isMissing = message.location().url === page.url() && /status of 404/.test(message.text());
    if (message.type() === "error" && !isMissing) complaints.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      console.error(`${effectiveDirective} refused ${blockedURI}: ${sample}`);
    });
  });
  return complaints;
}
