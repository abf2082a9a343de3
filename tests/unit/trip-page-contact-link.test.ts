import { expect, test } from "vitest";
import { contactLink } from "#app/trips/[tripId]/_bookings/contact-link.ts";

test.each([
  ["+1 800 864 8331", { kind: "call", href: "tel:+18008648331" }],
  ["(075) 353-5550", { kind: "call", href: "tel:0753535550" }],
  ["desk@kanra.example", { kind: "mail", href: "mailto:desk@kanra.example" }],
])("%s can be reached at once", (text, link) => {
  expect(contactLink(text)).toEqual(link);
});

test.each(["Desk 4, ask for Mika", "call 075 353 5550 after 9", "1234", "@kanra", "", "a@b"])(
  "%j is for people to read",
  (text) => {
    expect(contactLink(text)).toBeNull();
  },
);
