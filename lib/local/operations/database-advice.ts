import { isDatabaseAway } from "#lib/server/http/errors.ts";
import { AppError } from "#lib/shared/errors.ts";

const OTHER_VERSION =
  "The database is not as this version of Wayfare needs it: start the service, which migrates it, or run `npm run db:migrate`";

/** Advice on PostgreSQL's errors by their SQLSTATE. */
const BY_STATE: Readonly<Record<string, string>> = {
  "28P01": "The password is wrong: mend DATABASE_URL",
  "28000": "This user may not come in: mend DATABASE_URL, or the server's pg_hba.conf",
  "3D000": "There is no such database: make it, or mend DATABASE_URL",
  "42501": "This user may not do that: name the one that owns the tables in DATABASE_URL_UNPOOLED",
  "53300": "The server has no connection left: stop something, or raise its max_connections",
  "42P01": OTHER_VERSION,
  "42703": OTHER_VERSION,
};

/** Returns advice on an error by its SQLSTATE; undefined: there is none. */
export function adviceOnState(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? BY_STATE[String(error.code)] : undefined;
}

/** Returns advice on an error of any origin; none for an error of a service's operation, which has its own message. */
export function adviceOnDatabase(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error && !(cause instanceof AppError); cause = cause.cause) {
    const advice = adviceOnState(cause);
    if (advice !== undefined) return `${advice}.`;
    if (isDatabaseAway(cause))
      return "Is the database up, and DATABASE_URL right? `npm run doctor` looks at both.";
  }
  return undefined;
}
