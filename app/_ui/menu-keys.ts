const ITEMS = "[role^=menuitem]:not([aria-disabled=true])";

function itemsOf(menu: HTMLElement): HTMLElement[] {
  // Items that are hidden on this screen can't take the focus.
  return [...menu.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility());
}

export function focusFirst(menu: HTMLElement): void {
  itemsOf(menu)[0]?.focus();
}

/** Moves the focus by a key: by one item, to an end, or to the next item that begins with a letter. */
export function moveInMenu(menu: HTMLElement, key: string): boolean {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const target = items[indexFor(key, at, items) ?? -1];
  target?.focus();
  return target !== undefined;
}

function indexFor(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  if (key === "ArrowDown") return (at + 1) % items.length;
  if (key === "ArrowUp") return at <= 0 ? items.length - 1 : at - 1;
  if (key === "Home") return 0;
  if (key === "End") return items.length - 1;
  if (key.length !== 1 || key === " ") return undefined;
  const order = items.map((_, step) => (at + 1 + step) % items.length);
  return order.find((index) => startsWith(items[index], key));
}

function startsWith(item: HTMLElement | undefined, letter: string): boolean {
  return item?.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()) ?? false;
}
