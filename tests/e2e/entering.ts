import { dirname } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";

export function appUrl(): string {
  return process.env.APP_URL ?? "";
}

/**
 * Creates a person by inserting rows and signs them in in this browser; codes are rate-limited by address, which all
 * browsers of a run share. The person has no sample trip.
 */
export async function signInNewPerson(context: BrowserContext, name: string): Promise<Person> {
  useDatabaseOf({ dataDir: dirname(process.env.APP_LOG ?? "") });
  const person = await newPerson({ name });
  await context.addCookies([sessionCookie(person.token, appUrl())]);
  return person;
}

/** Returns the options that make `call` use the running service as this person. */
export function as({ token }: Person): { token: string; baseUrl: string } {
  return { token, baseUrl: appUrl() };
}
