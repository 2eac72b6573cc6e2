import ipaddr from "ipaddr.js";

/** The IPv6 block that is allocated to the public network. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Tells whether an IP address belongs to one machine on the public network. IPv6 forms that contain an
 * IPv4 address (mapped, 6to4, NAT64, Teredo) never count as public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === "ipv6" && !address.match(GLOBAL_UNICAST)) return false;
  return address.range() === "unicast";
}

/** Returns the IP address in the hostname of a URL, without brackets; null if the hostname is a name. */
export function toAddress(hostname: string): string | null {
  const address = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(address) ? address : null;
}
