import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";

const LOCK = join(import.meta.dirname, "../../package-lock.json");
const Locked = z.looseObject({ license: z.string().optional(), dev: z.boolean().optional() });
const { packages } = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(readFileSync(LOCK, "utf8")));

/** Licences that require only their own notice. */
const FREE =
  /^(MIT|MIT-0|Apache-2\.0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|AFL-2\.1)$/;

/** Licences that require more, and why they do not require us to publish our own code. */
const ALLOWED: readonly { name: RegExp; license: RegExp; why: string }[] = [
  {
    name: /^@img\/sharp-/,
    license: /LGPL-3\.0-or-later/,
    why: "libvips as a library of its own, unchanged, which anybody can replace",
  },
  {
    name: /^opening_hours$/,
    license: /^LGPL-3\.0-only$/,
    why: "a library of its own, unchanged, loaded from its package by the server alone, which anybody can replace",
  },
  {
    name: /^suncalc$/,
    license: /^none$/,
    why: "BSD-2-Clause by the file in its package, if not by its entry",
  },
  { name: /^lightningcss(-|$)/, license: /^MPL-2\.0$/, why: "a tool of the build, unchanged" },
  {
    name: /^caniuse-lite$/,
    license: /^CC-BY-4\.0$/,
    why: "data of the build, with its notice in its package",
  },
];

function isFree(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, "").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((part) => FREE.test(part.trim())));
}

const shipped = Object.entries(packages)
  .filter(([path, { dev }]) => path !== "" && dev !== true)
  .map(([path, { license = "none" }]) => ({ name: path.split("node_modules/").at(-1) ?? "", license }));

test("every package that is shipped may be, under its licence", () => {
  expect(shipped.length).toBeGreaterThan(300);
  const others = shipped.filter(
    ({ name, license }) =>
      !isFree(license) && !ALLOWED.some((one) => one.name.test(name) && one.license.test(license)),
  );
  expect(others).toEqual([]);
});

test("each exception is still one", () => {
  for (const { name, license, why } of ALLOWED) {
    expect(
      shipped.some((one) => name.test(one.name) && license.test(one.license)),
      why,
    ).toBe(true);
  }
});

test.each([
  "GPL-3.0-only",
  "AGPL-3.0-or-later",
  "SEE LICENSE IN x",
  "none",
  "MIT AND GPL-2.0-only",
  "UNLICENSED",
])("%s would not pass", (license) => {
  expect(isFree(license)).toBe(false);
});
