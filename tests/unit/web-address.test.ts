import { describe, expect, test } from "vitest";
import { hostOf, readLink } from "#app/trips/[tripId]/_lists/web-address.ts";

describe("a link that is typed or pasted", () => {
  test.each([
    ["https://kyoto.travel/en/", "kyoto.travel", "https://kyoto.travel/en/"],
    ["  www.carris.pt/en  ", "carris.pt", "https://www.carris.pt/en"],
    ["example.com", "example.com", "https://example.com"],
    ["HTTP://Example.com/A", "example.com", "HTTP://Example.com/A"],
    ["Menu: https://sushi.example/menu?id=3", "Menu", "https://sushi.example/menu?id=3"],
    ["https://sushi.example/menu – the menu", "the menu", "https://sushi.example/menu"],
    ["See https://sushi.example/menu.", "See", "https://sushi.example/menu"],
    [
      "https://en.wikipedia.org/wiki/Gion_(Kyoto)",
      "en.wikipedia.org",
      "https://en.wikipedia.org/wiki/Gion_(Kyoto)",
    ],
    ["门票：https://例子.测试/票", "门票", "https://例子.测试/票"],
    ["https://例子.测试/菜单", "例子.测试", "https://例子.测试/菜单"],
    ["localhost.test:3000/a", "localhost.test:3000", "https://localhost.test:3000/a"],
  ])("%s", (typed, title, url) => {
    expect(readLink(typed)).toEqual({ title, url });
  });

  test.each(["", "tickets", "javascript:alert(1)", "https://", "https://user:secret@host.example/", "1.5"])(
    "%j is no address",
    (typed) => {
      expect(readLink(typed)).toBeNull();
    },
  );

  test("has a title that fits", () => {
    expect(readLink(`${"很".repeat(500)} https://a.example/`)?.title).toHaveLength(200);
  });

  test("is called by its host where it has no title", () => {
    expect(hostOf("https://www.a.example:8443/b")).toBe("a.example:8443");
    expect(hostOf("https://WWW.例子.测试/菜单?a=b")).toBe("例子.测试");
  });
});
