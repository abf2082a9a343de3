import type { Page } from "@playwright/test";

declare global {
  interface Window {
    drawAgain: () => void;
  }
}

/**
 * The page draws no frame of its own, as on a device that is too slow for the one who types.
 * @returns lets it draw again, and do all that it has waited with
 */
export async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const waiting: FrameRequestCallback[] = [];
    const asked = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => waiting.push(callback);
    window.drawAgain = () => {
      window.requestAnimationFrame = asked;
      for (const callback of waiting) callback(performance.now());
    };
  });
  return () => page.evaluate(() => window.drawAgain());
}
