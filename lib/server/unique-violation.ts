import { DatabaseError } from "pg";

/** Whether a statement met a row that another one wrote first; better-auth's adapter wraps the database's own error. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === "23505";
  return error instanceof Error && isUniqueViolation(error.cause);
}
