/*
 * A page belongs to the user whom the service rendered it for, but the cookie that its requests carry belongs to
 * whoever signed in last in this browser. So each request names the user of its page, and the service refuses it if
 * another user is signed in. Clients with a token of their own need not name a user.
 */

/** The header with the user id of the page's user. */
export const PAGE_USER_HEADER = "x-page-user";
/**
 * The query parameter with the same id, for requests in which the browser sends no headers of the page: event streams
 * and downloads.
 */
export const PAGE_USER_FIELD = "pageUser";

/** The name of the meta tag in which a page holds its user's id. */
export const PAGE_USER_META = "wayfare-page-user";
