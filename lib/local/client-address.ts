/** Where the self-hosted server notes the address of the socket; no other header can be trusted there. */
export const CLIENT_ADDRESS_HEADER = "x-wayfare-client-ip";
