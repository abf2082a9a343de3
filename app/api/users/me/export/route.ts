import { exportRoute } from "#lib/server/account/export-route.ts";
import { resource } from "#lib/server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(exportRoute);
