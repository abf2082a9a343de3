import { expect, type Locator, type Page } from "@playwright/test";

/** The trip's map on a page. */
export class MapScreen {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.locator("[data-map-state]");
  }

  marker(name: string): Locator {
    return this.root.getByRole("button", { name });
  }

  /** Waits until the map is drawn completely, which takes time with software rendering on a busy machine. */
  async settled(): Promise<void> {
    await expect(this.root).toHaveAttribute("data-map-state", "idle", { timeout: 40_000 });
  }

  get canvas(): Locator {
    return this.root.locator("canvas");
  }
}

export async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}
