/** The part of the captcha's script that is used; the names are the script's. */
export interface Turnstile {
  render(box: HTMLElement, options: WidgetOptions): string | undefined;
  reset(widget: string): void;
  remove(widget: string): void;
}

interface WidgetOptions {
  sitekey: string;
  callback: (token: string) => void;
  "expired-callback": () => void;
  /** @returns whether the error was handled; otherwise the script prints it */
  "error-callback": () => boolean;
  "before-interactive-callback": () => void;
  theme: "light" | "dark" | "auto";
  language: string;
  size: "flexible";
  /** The script replaces an expired token without a request. */
  "refresh-expired": "auto";
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

let loading: Promise<Turnstile> | null = null;

/**
 * Loads the script once; after a failure, the next call tries again.
 * @throws Error when the script is blocked
 */
export function loadTurnstile(scriptUrl: string): Promise<Turnstile> {
  loading ??= load(scriptUrl).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(scriptUrl: string): Promise<Turnstile> {
  const url = new URL(scriptUrl);
  url.searchParams.set("render", "explicit");
  const script = document.createElement("script");
  script.src = url.href;
  script.async = true;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  script.addEventListener("load", () => resolve());
  script.addEventListener("error", () => reject(new Error("The captcha's script did not load.")));
  document.head.append(script);
  try {
    await promise;
    if (!window.turnstile) throw new Error("The captcha's script is not what it should be.");
    return window.turnstile;
  } catch (error) {
    script.remove();
    throw error;
  }
}
