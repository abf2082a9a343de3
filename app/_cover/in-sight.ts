/** Draws once the page can be seen: a hidden one gets no frames. Was it hidden before all was drawn, it is drawn again. */
export async function drawnInSight<T extends { isWhole: boolean }>(
  draw: () => Promise<T | null>,
): Promise<T | null> {
  await untilVisible();
  const drawn = await draw();
  return drawn && !drawn.isWhole && isHidden() ? drawnInSight(draw) : drawn;
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
