import type { ExportFormat } from "#lib/shared/export-formats.ts";
import { browserRequestPath } from "../base/api.ts";
import { exportsApi } from "../base/operations.ts";

/** Returns the address from which the browser downloads a trip's export, with its session. */
export function exportPath(tripId: string, query: { format: ExportFormat; lang: "en" | "zh" }): string {
  return browserRequestPath(exportsApi.read, { params: { tripId }, query });
}
