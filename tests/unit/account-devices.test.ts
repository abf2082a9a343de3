import { expect, test } from "vitest";
import { nameDevice } from "#lib/shared/device-name.ts";
import { shortAddress } from "#app/account/_devices/short-address.ts";

const MOZILLA = "Mozilla/5.0";
const IPHONE = `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

const computer = (browser: string, system: string) => ({ kind: "computer", browser, system });
const handheld = (browser: string, system: string) => ({ kind: "handheld", browser, system });

test.each([
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${CHROME}`, computer("Chrome", "Mac")],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Edg/141.0.0.0`, computer("Edge", "Windows")],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME}`, computer("Chrome", "ChromeOS")],
  [`${MOZILLA} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, computer("Firefox", "Linux")],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    computer("Safari", "Mac"),
  ],
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, handheld("Safari", "iPhone")],
  [`${IPHONE} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`, handheld("Chrome", "iPhone")],
  [
    `${MOZILLA} (Linux; Android 15; K) ${CHROME.replace("Safari", "Mobile Safari")}`,
    handheld("Chrome", "Android"),
  ],
  [
    `${MOZILLA} (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    handheld("Samsung Internet", "Android"),
  ],
  [
    `${IPHONE} Mobile/15E148 MicroMessenger/8.0.50 miniProgram/wx123`,
    { kind: "miniProgram", browser: null, system: "iPhone" },
  ],
  ["okhttp/4.12.0", { kind: "app", browser: null, system: "Android" }],
  ["Wayfare/12 CFNetwork/1568.100.1 Darwin/24.0.0", { kind: "app", browser: null, system: "iPhone" }],
  ["curl/8.5.0", { kind: "unknown", browser: null, system: null }],
  ["", { kind: "unknown", browser: null, system: null }],
  [null, { kind: "unknown", browser: null, system: null }],
])("%s", (userAgent, expected) => {
  expect(nameDevice(userAgent)).toEqual(expected);
});

test.each([
  ["2001:0db8:85a3:0000:0000:0000:0000:0000", "2001:db8:85a3::"],
  ["192.0.2.7", "192.0.2.7"],
  ["no address at all", "no address at all"],
])("an address is as short as it can be: %s", (address, expected) => {
  expect(shortAddress(address)).toBe(expected);
});

test.each([null, "", "::", "0000:0000:0000:0000:0000:0000:0000:0000"])(
  "the address %j says nothing",
  (address) => {
    expect(shortAddress(address)).toBeNull();
  },
);
