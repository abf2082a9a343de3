/** The browser asks before this page goes away, as long as `isUnsaved`; returns what ends that. */
export function guardPage(isUnsaved: () => boolean = () => true): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
