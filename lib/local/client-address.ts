/** The header in which the self-hosted server stores the address of the socket; it can trust no other header. */
export const CLIENT_ADDRESS_HEADER = "x-wayfare-client-ip";
