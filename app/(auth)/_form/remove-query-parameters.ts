/** Removes parameters from the URL and the history without loading anything. */
export function removeQueryParameters(names: readonly string[]): void {
  replaceAddress(names);
  // The router takes over the history after the page's first effects and would restore the URL that it knows, so the
  // URL is changed again after that.
  setTimeout(() => replaceAddress(names));
}

function replaceAddress(names: readonly string[]): void {
  const url = new URL(window.location.href);
  for (const name of names) url.searchParams.delete(name);
  // The fragment is removed, too: browsers carry it along from the URL of a provider's page.
  window.history.replaceState(null, "", url.pathname + url.search);
}
