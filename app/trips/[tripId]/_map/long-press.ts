/** The duration of a long press, the same as in the operating systems. */
const HOLD_MS = 500;
/** By how many pixels a pointer may move during a long press; a finger never rests quite still. */
const SLACK_PX = { touch: 8, other: 3 };

type Press = Pick<PointerEvent, "pointerId" | "pointerType" | "button" | "clientX" | "clientY">;

/** Detects a long press, as opposed to a click, a drag and a pinch. */
export class LongPress {
  readonly #onHeld: (press: Press) => void;
  readonly #afterInput: (run: () => void) => void;
  readonly #down = new Set<number>();
  #pressed: Press | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param afterInput runs its argument before the next frame, after the pointer events that a busy page has not
   * handled yet
   */
  constructor(onHeld: (press: Press) => void, afterInput: (run: () => void) => void = nextFrame) {
    this.#onHeld = onHeld;
    this.#afterInput = afterInput;
  }

  start(press: Press): void {
    this.cancel();
    this.#down.add(press.pointerId);
    if (press.button !== 0 || this.#down.size > 1) return;
    this.#pressed = press;
    this.#timer = setTimeout(() => {
      this.#afterInput(() => {
        if (this.#pressed !== press) return;
        this.cancel();
        this.#onHeld(press);
      });
    }, HOLD_MS);
  }

  move({ pointerId, clientX, clientY }: Press): void {
    const from = this.#pressed;
    if (from?.pointerId !== pointerId) return;
    const slack = from.pointerType === "touch" ? SLACK_PX.touch : SLACK_PX.other;
    if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > slack) this.cancel();
  }

  end({ pointerId }: Press): void {
    this.#down.delete(pointerId);
    if (this.#pressed?.pointerId === pointerId) this.cancel();
  }

  /**
   * Ends the long press early as held. Call this when the operating system has detected a long press itself, since it
   * may then cancel the page's pointer.
   */
  confirm(): void {
    const press = this.#pressed;
    this.cancel();
    if (press) this.#onHeld(press);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#pressed = null;
  }
}

function nextFrame(run: () => void): void {
  requestAnimationFrame(run);
}
