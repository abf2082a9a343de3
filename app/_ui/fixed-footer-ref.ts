"use client";

/** Minimum distance of a dialog from the edges of the window, in pixels. */
const EDGE = 16;
/** How far below its first position the head of a shrinking dialog may stay, in pixels. */
const SLACK = 120;
/** From this width on, dialogs are in the middle; below it, they are sheets at the bottom of the window. */
const IS_FREE = "(min-width: 720px)";

/** Elements that open a part of a dialog in place. */
const OPENERS = "button, summary, label";

/**
 * A ref for the body of a dialog, which keeps the dialog's foot in its position. A hint, an error or late data makes
 * the dialog grow upwards, so that no button moves while a pointer is about to press it. Only content that a press in
 * the body opens grows downwards, away from the press. Content without enough space above grows downwards, too, unless
 * the pointer is on a button.
 */
export function fixedFooterRef(body: HTMLElement | null): (() => void) | undefined {
  const panel = body?.parentElement;
  if (!body || !panel) return undefined;
  const held = new HeldFoot(panel, body);
  return () => held.end();
}

class HeldFoot {
  readonly #panel: HTMLElement;
  readonly #body: HTMLElement;
  readonly #ended = new AbortController();
  readonly #sizes = new ResizeObserver(() => this.#settle());
  #firstTop = 0;
  #hadFooter = false;

  constructor(panel: HTMLElement, body: HTMLElement) {
    this.#panel = panel;
    this.#body = body;
    const { signal } = this.#ended;
    window.addEventListener("resize", () => this.#begin(), { signal });
    body.addEventListener("click", (event) => this.#press(event), { capture: true, signal });
    for (const child of body.children) this.#sizes.observe(child);
    this.#begin();
  }

  end(): void {
    this.#ended.abort();
    this.#sizes.disconnect();
  }

  get #isFree(): boolean {
    return window.matchMedia(IS_FREE).matches;
  }

  get #hasFooter(): boolean {
    return this.#panel.querySelector(":scope > footer") !== null;
  }

  /**
   * Returns the distance of an edge of the panel from the same edge of the window, without the effect of animations.
   */
  #distance(edge: "top" | "bottom"): number {
    return Number.parseFloat(getComputedStyle(this.#panel)[edge]);
  }

  /** Puts the dialog where its style sheet does. */
  #begin(): void {
    const { style } = this.#panel;
    style.top = style.bottom = style.maxHeight = "";
    this.#hadFooter = this.#hasFooter;
    if (!this.#isFree) return;
    this.#firstTop = this.#distance("top");
    this.#hold("bottom", this.#distance("bottom"));
  }

  #hold(edge: "top" | "bottom", distance: number): void {
    const { style } = this.#panel;
    style.top = edge === "top" ? `${distance}px` : "auto";
    style.bottom = edge === "bottom" ? `${distance}px` : "auto";
    style.maxHeight = `calc(100dvh - ${distance + EDGE}px)`;
  }

  /** Lets content that a press opens grow away from the press. */
  #press({ target }: MouseEvent): void {
    const isOpener = target instanceof Element && target.closest(OPENERS) !== null;
    if (!isOpener || !this.#isFree) return;
    this.#hold("top", this.#distance("top"));
    requestAnimationFrame(() => {
      if (!this.#ended.signal.aborted && this.#isFree) this.#hold("bottom", this.#distance("bottom"));
    });
  }

  /** Is called after the body's content has changed its size, and before the browser paints it. */
  #settle(): void {
    if (!this.#isFree) return;
    const hasOtherFoot = this.#hasFooter !== this.#hadFooter;
    if (hasOtherFoot || this.#distance("top") > this.#firstTop + SLACK) return this.#begin();
    const missing = this.#body.scrollHeight - this.#body.clientHeight;
    const below = this.#distance("bottom") - EDGE;
    if (missing <= 0 || below <= 0 || this.#panel.querySelector("button:hover")) return;
    this.#hold("bottom", this.#distance("bottom") - Math.min(missing, below));
  }
}
