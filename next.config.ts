import { randomUUID } from "node:crypto";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { GAZETTEER_FILE } from "./lib/server/places/gazetteer-file.ts";
import { STATIC_HEADERS } from "./lib/server/http/security-headers.ts";

const withMessages = createNextIntlPlugin({
  requestConfig: "./app/_i18n/request.ts",
  // Texts are parsed by the build, so that no page loads the parser.
  experimental: {
    messages: { path: "./app/_i18n/messages", locales: "infer", format: "json", precompile: true },
  },
});

/** Names what a browser keeps of this build; while developing nothing is kept. */
const BUILD = process.env.NODE_ENV === "production" ? randomUUID() : "";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // They name the packages that browsers load, and go when the build has read that (lib/local/shipped-packages.ts).
  productionBrowserSourceMaps: true,
  // Hosts that carry only what the code imports: this is read by its path.
  outputFileTracingIncludes: { "/api/**": [GAZETTEER_FILE] },
  serverExternalPackages: [
    "pg",
    "pino",
    "@neondatabase/serverless",
    "sharp",
    "flydrive",
    "undici",
    "opening_hours",
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
    "@opentelemetry/sdk-metrics",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/exporter-metrics-otlp-http",
  ],
  // Pictures are served as they are; nobody has Next fetch and resize one.
  images: { unoptimized: true },
  // Titles come with the head. In a part of their own they would hold up the page: React shows one part every 300 ms.
  htmlLimitedBots: /.*/,
  allowedDevOrigins: ["127.0.0.1"],
  // `npm run verify` checks types, of tests too; whoever starts the service need not wait for that again.
  typescript: { ignoreBuildErrors: true },
  compiler: { define: { WAYFARE_BUILD: BUILD } },
  // Pages get theirs from proxy.ts, and answers of the API from their frame.
  headers: async () => [{ source: "/((?!api/).*)", headers: lines(STATIC_HEADERS) }],
  // Where password managers look for the place to change a password.
  redirects: async () => [
    { source: "/.well-known/change-password", destination: "/account", statusCode: 302 },
  ],
};

function lines(headers: Readonly<Record<string, string>>): Array<{ key: string; value: string }> {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

export default withMessages(config);
