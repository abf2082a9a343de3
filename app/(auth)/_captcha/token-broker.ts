import { AuthError } from "#lib/client/account/auth-request.ts";

/** How long a form that is sent early waits for a widget that solves itself. */
const PATIENCE_MS = 10_000;

/** Passes tokens from the widget that makes them to the forms that use them; each token is valid for one request. */
export class CaptchaTokenBroker {
  #token: string | null = null;
  #asked: PromiseWithResolvers<string> | null = null;
  #stuck = false;

  /** Accepts a token from the widget. */
  hand(token: string): void {
    this.#stuck = false;
    if (this.#asked) this.#asked.resolve(token);
    else this.#token = token;
    this.#asked = null;
  }

  /** Forgets the present token, because it is used or too old; the widget makes another one. */
  wait(): void {
    this.#token = null;
    this.#stuck = false;
  }

  /** Notes that no token follows without the user, because the widget waits for them or failed. */
  stop(): void {
    this.#token = null;
    this.#stuck = true;
    this.#giveUp();
  }

  /**
   * Returns a captcha token for one request, once the widget has made it.
   * @throws AuthError CAPTCHA_PENDING when there is none and none follows without the user
   */
  async take(): Promise<string> {
    const token = this.#token;
    this.#token = null;
    if (token !== null) return token;
    if (this.#stuck) throw pending();
    this.#asked ??= Promise.withResolvers<string>();
    const timer = setTimeout(() => this.#giveUp(), PATIENCE_MS);
    try {
      return await this.#asked.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #giveUp(): void {
    this.#asked?.reject(pending());
    this.#asked = null;
  }
}

function pending(): AuthError {
  return new AuthError(400, "CAPTCHA_PENDING", "The captcha is not solved yet.");
}
