/** Takes parameters out of the address bar and the history, without loading anything. */
export function cleanAddress(names: readonly string[]): void {
  replaceAddress(names);
  // The router takes the history over after the page's first effects: told only before, it brings back the address it knows.
  setTimeout(() => replaceAddress(names));
}

function replaceAddress(names: readonly string[]): void {
  const url = new URL(window.location.href);
  for (const name of names) url.searchParams.delete(name);
  // Without what is behind "#": browsers carry it along from the address of a provider's page.
  window.history.replaceState(null, "", url.pathname + url.search);
}
