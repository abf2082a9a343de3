import type { Page } from "@playwright/test";

declare global {
  interface Window {
    drawAgain: () => void;
  }
}

/**
 * Stops the page from drawing frames, as on a device that is too slow for the person who types.
 * @returns a function that lets the page draw again and run what has waited
 */
export async function pauseDrawing(page: Page): Promise<() => Promise<void>> {
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
