import { type LoopbackServer, startLoopback } from "#tests/doubles/loopback-server.ts";

export interface CaptchaScript extends LoopbackServer {
  /** The value for `CAPTCHA_SCRIPT_URL`. */
  scriptUrl: string;
  /** Blocks the script as a content blocker does. */
  block(blocked: boolean): void;
}

/**
 * Serves a captcha script whose widget is solved by one press; `solve` returns a token that the double of its verifier
 * accepts.
 */
export async function startCaptchaScript(solve: () => string): Promise<CaptchaScript> {
  let isBlocked = false;
  const server = await startLoopback((request, response) => {
    if (isBlocked || request.url !== "/api.js?render=explicit") {
      response.writeHead(404).end();
      return;
    }
    const tokens = JSON.stringify(Array.from({ length: 20 }, solve));
    response
      .writeHead(200, { "content-type": "text/javascript" })
      .end(`window.turnstile = (${widget})(${tokens});`);
  });
  return {
    ...server,
    scriptUrl: `${server.url}/api.js`,
    block(blocked) {
      isBlocked = blocked;
    },
  };
}

const widget = `(tokens) => {
  const drawn = new Map();
  function ask(id) {
    const { box, options } = drawn.get(id);
    box.innerHTML = '<button type="button">I am a person</button>';
    const button = box.firstChild;
    button.style.cssText = "width:100%;height:65px;border:1px solid #888;border-radius:4px";
    button.onclick = () => {
      button.disabled = true;
      button.textContent = "Solved";
      options.callback(tokens.shift());
    };
    options["before-interactive-callback"]();
  }
  return {
    render(box, options) {
      const id = "widget-" + drawn.size;
      drawn.set(id, { box, options });
      ask(id);
      return id;
    },
    reset: ask,
    remove(id) { drawn.get(id).box.innerHTML = ""; },
  };
}`;
