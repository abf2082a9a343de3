/**
 * Makes the browser ask before this page closes, as long as `isUnsaved` returns true; the returned function ends that.
 */
export function confirmPageClose(isUnsaved: () => boolean = () => true): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
