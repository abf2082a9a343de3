/**
 * Draws when the page is visible, because a hidden page gets no frames. When the page was hidden before the drawing was
 * complete, it is drawn again.
 */
export async function drawWhileVisible<T extends { isWhole: boolean }>(
  draw: () => Promise<T | null>,
): Promise<T | null> {
  await untilVisible();
  const drawn = await draw();
  return drawn && !drawn.isWhole && isHidden() ? drawWhileVisible(draw) : drawn;
}

function isHidden(): boolean {
  return document.visibilityState === "hidden";
}

function untilVisible(): Promise<void> {
  if (!isHidden()) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (isHidden()) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
  });
}
