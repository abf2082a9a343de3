import type { MetadataRoute } from "next";

/** Only pages that anyone may read are for search engines; an invite's address is a key. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/trips", "/invite/", "/account", "/two-factor", "/mobile-sign-in"],
    },
  };
}
