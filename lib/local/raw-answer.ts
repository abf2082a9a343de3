import { STATUS_CODES } from "node:http";

/** The head of an answer that is written to a socket itself, beside Node's own. */
export function headOf(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map((pair) => pair.join(": "));
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", ""].join("\r\n");
}
