import { DatabaseError } from "pg";

/**
 * Whether a statement violated a unique constraint. The adapter of better-auth wraps the error of the database, so the
 * causes are checked too.
 */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === "23505";
  return error instanceof Error && isUniqueViolation(error.cause);
}
