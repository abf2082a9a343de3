import { expect, test } from "vitest";
import { isDeliberatePress } from "#app/_ui/is-answer.ts";

const DRAWN = 1000;
const mouse = { pointerType: "mouse", detail: 1 };
const finger = { pointerType: "touch", detail: 1 };
/** The fields of a click event that Enter or Space has caused. */
const key = { pointerType: "", detail: 0 };

test("a press of its own answers, and one from before the question does not", () => {
  for (const press of [mouse, finger, key]) {
    expect(isDeliberatePress({ ...press, timeStamp: DRAWN - 1 }, DRAWN)).toBe(false);
    expect(isDeliberatePress({ ...press, timeStamp: DRAWN + 500 }, DRAWN)).toBe(true);
    expect(isDeliberatePress({ ...press, timeStamp: DRAWN + 500 }, null)).toBe(false);
  }
});

test("the second half of a double click or tap answers nothing", () => {
  expect(isDeliberatePress({ ...mouse, detail: 2, timeStamp: DRAWN + 500 }, DRAWN)).toBe(false);
  expect(isDeliberatePress({ ...finger, timeStamp: DRAWN + 200 }, DRAWN)).toBe(false);
  // Some browsers do not tell whether a pointer or a key caused a click.
  expect(isDeliberatePress({ detail: 1, timeStamp: DRAWN + 200 }, DRAWN)).toBe(false);
});

test("separate clicks and keys need not wait", () => {
  expect(isDeliberatePress({ ...mouse, timeStamp: DRAWN + 1 }, DRAWN)).toBe(true);
  expect(isDeliberatePress({ ...key, timeStamp: DRAWN + 1 }, DRAWN)).toBe(true);
});
