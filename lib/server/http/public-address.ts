import { BlockList, isIP } from "node:net";

/** IPv4 networks that do not belong to one owner on the internet (RFC 6890, 6598, 7534, 9637 and multicast). */
const NOT_PUBLIC_4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** IPv6 networks that are not public, within the part of IPv6 that is assigned. */
const NOT_PUBLIC_6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const;

const refused4 = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_4) refused4.addSubnet(network, prefix, "ipv4");
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const refused6 = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_6) refused6.addSubnet(network, prefix, "ipv6");

/**
 * Whether a request to this IP address goes to the internet. IPv6 is public only within 2000::/3, which excludes
 * loopback, link-local, unique local and multicast addresses and those that wrap an IPv4 address (mapped, NAT64); 6to4
 * and Teredo are in the list.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, "ipv4");
  return family === 6 && global6.check(address, "ipv6") && !refused6.check(address, "ipv6");
}
