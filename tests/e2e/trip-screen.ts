import type { Locator, Page } from "@playwright/test";

/** One person's open trip, as tests read and use it. */
export class TripScreen {
  readonly page: Page;
  readonly details: Locator;
  readonly ideas: Locator;
  readonly map: Locator;

  constructor(page: Page) {
    this.page = page;
    this.details = page.getByRole("dialog").filter({ has: page.getByLabel("Write a comment") });
    this.ideas = page.getByRole("region", { name: "Ideas" });
    this.map = page.locator("[data-map-state]");
  }

  day(name: string): Locator {
    return this.page.getByRole("region", { name: new RegExp(`^${name}`) });
  }

  /** Returns the names of a list's stops, in order. */
  names(list: Locator): Locator {
    return list.locator("[data-row]");
  }

  /** Returns a stop's row in the plan by its name. */
  stop(name: string): Locator {
    return this.page.locator("[data-row]").filter({ hasText: name });
  }

  row(name: string): Locator {
    return this.page.locator("[data-stop]").filter({ has: this.stop(name) });
  }

  /** Adds several stops in turn; the field stays open for the next one. */
  async add(list: Locator, ...texts: string[]): Promise<void> {
    const isIdeas = (await list.getAttribute("data-list")) === "ideas";
    await list.getByRole("button", { name: isIdeas ? "Add idea" : /^Add a stop to/ }).click();
    const field = list.getByRole("combobox", { name: isIdeas ? "New idea" : "New stop" });
    for (const text of texts) {
      await field.fill(text);
      await field.press("Enter");
    }
    await field.press("Escape");
  }

  /** Opens another part of the trip, which a phone may have under "More". */
  async show(part: string): Promise<void> {
    const nav = this.page.getByRole("navigation", { name: "Trip" });
    await nav.waitFor();
    const link = nav.getByRole("link", { name: part });
    if (await link.isVisible()) return link.click();
    await nav.getByRole("button", { name: "More" }).click();
    await this.page.getByRole("menuitem", { name: part }).click();
  }

  async open(name: string): Promise<void> {
    await this.stop(name).click();
    await this.details.getByRole("region", { name }).waitFor();
  }

  async close(): Promise<void> {
    await this.details.getByRole("button", { name: "Close" }).click();
    await this.details.waitFor({ state: "hidden" });
  }

  /** Writes into a field of the open details, which saves by itself. */
  async set(field: string, text: string): Promise<void> {
    // The place field is a combobox, because it searches while a user types.
    const role = field === "Place" ? "combobox" : "textbox";
    const input = this.details.getByRole(role, { name: field, exact: true });
    await input.fill(text);
    await input.blur();
  }

  async fillDates(first: string, last: string): Promise<void> {
    const dialog = this.page.getByRole("dialog");
    await dialog.getByLabel("First day").fill(first);
    await dialog.getByLabel("Last day").fill(last);
  }
}
