import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withMessages = createNextIntlPlugin("./app/_i18n/request.ts");

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  serverExternalPackages: ["pg", "pino", "@neondatabase/serverless"],
  allowedDevOrigins: ["127.0.0.1"],
  experimental: { useTypeScriptCli: true },
};

export default withMessages(config);
