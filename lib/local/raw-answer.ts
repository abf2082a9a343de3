import { STATUS_CODES } from "node:http";

/** Returns the head of an answer that is written directly to a socket, without Node's response object. */
export function formatHead(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map((pair) => pair.join(": "));
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", ""].join("\r\n");
}
