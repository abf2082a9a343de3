import { dirname } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";

export function appUrl(): string {
  return process.env.APP_URL ?? "";
}

/**
 * A new person who is signed in here, by rows: codes are limited by address, and all browsers of a test run have one.
 * They have no sample trip.
 */
export async function enter(context: BrowserContext, name: string): Promise<Person> {
  useDatabaseOf({ dataDir: dirname(process.env.APP_LOG ?? "") });
  const person = await newPerson({ name });
  await context.addCookies([sessionCookie(person.token, appUrl())]);
  return person;
}

/** Options of `call` for one person over the running service. */
export function as({ token }: Person): { token: string; baseUrl: string } {
  return { token, baseUrl: appUrl() };
}
