// @alone: counts what a module keeps for the whole process
import { afterEach, expect, test, vi } from "vitest";
import { dateInZone, isTimeZone } from "#lib/shared/dates.ts";
import { TimeZone } from "#lib/shared/fields.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";

afterEach(() => vi.restoreAllMocks());

test("a zone is kept once, however many spellings of its name come in", () => {
  const spellings = Array.from({ length: 64 }, (_, index) =>
    Array.from("europe/athens", (sign, at) => ((index >> at) & 1 ? sign.toUpperCase() : sign)).join(""),
  );
  expect(new Set(spellings).size).toBe(64);
  const made = vi.spyOn(Intl, "DateTimeFormat");
  for (const zone of spellings) {
    expect(isTimeZone(zone)).toBe(true);
    expect(dateInZone(new Date("2026-11-14T23:00:00Z"), zone)).toBe("2026-11-15");
    expect(wallInstant({ date: "2026-11-14", time: "02:00" }, zone)).toBe(Date.parse("2026-11-14T00:00:00Z"));
  }
  expect(made).toHaveBeenCalledTimes(3);
});

/** Names that the runtime does not list: older and newer names, and names that follow no rule. */
const NAMES =
  `Asia/Kolkata Asia/Ho_Chi_Minh Asia/Kathmandu Asia/Yangon Europe/Kyiv America/Nuuk Pacific/Kanton Europe/Isle_of_Man
  America/Port-au-Prince America/Port_of_Spain America/Knox_IN America/Indiana/Tell_City America/Argentina/ComodRivadavia
  America/North_Dakota/New_Salem Antarctica/DumontDUrville Antarctica/McMurdo Africa/Dar_es_Salaam Africa/Porto-Novo
  Australia/ACT Australia/LHI Australia/NSW Australia/Broken_Hill Brazil/DeNoronha Chile/EasterIsland Mexico/BajaSur Asia/Ust-Nera
  US/Pacific US/East-Indiana Canada/Newfoundland GB-Eire NZ-CHAT NZ GB PRC ROK W-SU EST5EDT Japan Hongkong Singapore Iran
  Etc/UTC Etc/GMT Etc/GMT+9 Etc/GMT-14 Etc/Greenwich Etc/Universal Etc/Zulu UTC GMT`.split(/\s+/);

test("a zone is stored as the IANA database spells it, however it was sent", () => {
  for (const name of [...Intl.supportedValuesOf("timeZone"), ...NAMES]) {
    for (const sent of [name, name.toLowerCase(), name.toUpperCase()])
      expect(TimeZone.parse(sent)).toBe(name);
  }
  expect(TimeZone.safeParse("asia/nowhere").success).toBe(false);
});
