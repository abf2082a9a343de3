/*
 * A page belongs to the person whom the service rendered it for; the cookie that its requests carry belongs to whoever
 * signed in last in this browser. So each request says whose page it comes from, and the service refuses it for anybody
 * else. Clients that hold a token of their own need not say anything.
 */

/** The user id of the page's person. */
export const PAGE_USER_HEADER = "x-page-user";
/** The same in an address, where the browser sends no headers of the page's: event streams and downloads. */
export const PAGE_USER_FIELD = "pageUser";

/** Names whose page it is, in its own head. */
export const PAGE_USER_META = "wayfare-page-user";
