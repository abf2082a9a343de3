// @long: pages that break
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import * as z from "zod";
import { closeDatabases, freshDatabase } from "#lib/server/process/database.ts";
import { appUrl, signInNewPerson } from "./entering.ts";

const Line = z.looseObject({ reference: z.string().optional(), msg: z.string(), err: z.unknown() });

test.afterAll(() => closeDatabases());

test("a page that broke says so, has a reference that the log has too, and comes back when loaded again", async ({
  page,
  context,
}) => {
  const { token } = await signInNewPerson(context, "Ann Lee");
  const headers = { authorization: `Bearer ${token}` };
  const made = await context.request.post(`${appUrl()}/api/trips`, { headers, data: { title: "Kyoto" } });
  const { id, timezone } = z.object({ id: z.string(), timezone: z.string() }).parse(await made.json());
  const setZone = (zone: string) =>
    freshDatabase().pool.query("update trips set timezone = $1 where id = $2", [zone, id]);

  // No page can set a time zone that does not exist; the error that it causes stands for any error in a page.
  await setZone("Nowhere/Zone");
  await page.goto(`${appUrl()}/trips/${id}`);
  await expect(page.getByRole("heading", { name: "This page broke" })).toBeVisible();
  await expect(page.getByText("Nothing is lost")).toBeVisible();
  const reference = (await page.getByRole("main").locator("code").textContent()) ?? "";
  expect(reference).toMatch(/^\w{4,}$/);
  const lines = readFileSync(process.env.APP_LOG ?? "", "utf8")
    .split("\n")
    .filter((line) => line.includes(`"reference":"${reference}"`))
    .map((line) => Line.parse(JSON.parse(line)));
  expect(lines[0]).toMatchObject({ msg: "a page failed", err: { name: "RangeError" } });

  await setZone(timezone);
  await page.getByRole("button", { name: "Load again" }).click();
  await expect(page).toHaveTitle(/Kyoto/);
  await expect(page.getByRole("heading", { name: "This page broke" })).toBeHidden();
});

const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };

for (const { title, locale, cookies, said } of [
  {
    title: "in the language and look of a browser that has chosen nothing",
    locale: "zh-CN",
    cookies: {},
    said: {
      lang: "zh",
      theme: "system",
      heading: "页面出错了",
      again: "重新加载",
      background: "rgb(255, 255, 255)",
    },
  },
  {
    title: "in those that were chosen there",
    locale: "zh-CN",
    cookies: { lang: "en", theme: "dark" },
    said: {
      lang: "en",
      theme: "dark",
      heading: "This page broke",
      again: "Load again",
      background: "rgb(23, 25, 24)",
    },
  },
]) {
  test(`where the frame of all pages broke, a phone is told so ${title}`, async ({ browser }) => {
    const context = await browser.newContext({ ...PHONE, locale });
    for (const [name, value] of Object.entries(cookies)) {
      await context.addCookies([{ name, value, url: appUrl() }]);
    }
    const page = await context.newPage();
    await page.addInitScript(() => {
      if (sessionStorage.getItem("mended") !== null) return;
      // The page's frame listens to "online" after it has rendered, so an error in `addEventListener` breaks the frame.
      const listen = window.addEventListener.bind(window);
      window.addEventListener = (type: string, ...rest: [EventListenerOrEventListenerObject]) => {
        if (type === "online") throw new Error("It stands for whatever the frame may break at.");
        listen(type, ...rest);
      };
    });
    await page.goto(`${appUrl()}/sign-in`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(said.heading);
    const html = page.locator("html");
    await expect(html).toHaveAttribute("lang", said.lang);
    await expect(html).toHaveAttribute("data-theme", said.theme);
    await expect(page.locator("body")).toHaveCSS("background-color", said.background);
    await expect(page.locator('meta[name="viewport"]').last()).toHaveAttribute(
      "content",
      /width=device-width/,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

    await page.evaluate(() => sessionStorage.setItem("mended", ""));
    await page.getByRole("button", { name: said.again }).click();
    await expect(page.getByLabel(/password|密码/i).first()).toBeVisible();
    await context.close();
  });
}
