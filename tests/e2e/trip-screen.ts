import type { Locator, Page } from "@playwright/test";

/** One person's open trip, by what they see and press. */
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

  /** The names of a list's stops, in order. */
  names(list: Locator): Locator {
    return list.locator("[data-row]");
  }

  /** A stop by its name in the plan; where it has a time, that follows. */
  stop(name: string): Locator {
    return this.page.locator("[data-row]").filter({ hasText: name });
  }

  row(name: string): Locator {
    return this.page.locator("[data-stop]").filter({ has: this.stop(name) });
  }

  /** Adds one stop after the other, as the field stays open for the next. */
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

  /** Turns to another part of the trip, which a phone's bar may hold under More. */
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

  /** Writes into a field of the open details, which saves itself. */
  async set(field: string, text: string): Promise<void> {
    // A place is searched for while it is typed.
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
