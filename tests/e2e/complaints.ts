import type { Page } from "@playwright/test";

/** Whatever the browser refuses to do for the page, or complains of, from now on. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // That the page itself is a 404 is what some of them are about.
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
