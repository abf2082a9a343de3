import { v7 as uuidv7 } from "uuid";

/**
 * Returns a new id for a row that this client creates. The id is known before the service answers, so the view can
 * refer to the row at once.
 */
export function newId(): string {
  return uuidv7();
}
