import { inject } from "vitest";
import type { Doubles } from "./stage.ts";

/** A double in another process: its methods and fields are called over HTTP. */
type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : () => Promise<T[K]>;
};

export const mail = remote("mail");
export const openId = remote("openId");
export const qr = remote("qr");
export const miniProgram = remote("miniProgram");
export const captcha = remote("captcha");

function remote<K extends keyof Doubles>(double: K): Remote<Doubles[K]> {
  const handler = {
    get:
      (_: object, member: string) =>
      (...args: unknown[]) =>
        ask(double, member, args),
  };
  // Each requested member exists on the double and answers with its own type.
  return new Proxy({}, handler) as Remote<Doubles[K]>;
}

async function ask(double: string, member: string, args: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ double, member, args });
  const response = await fetch(inject("contractDoubles"), { method: "POST", body });
  // `startDoubles` has written this answer.
  const { result } = (await response.json()) as { result: unknown };
  if (!response.ok) throw new Error(`${double}.${member}: ${String(result)}`);
  return result;
}
