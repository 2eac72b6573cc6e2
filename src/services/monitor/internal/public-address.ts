import ipaddr from "ipaddr.js";

/** The part of IPv6 that is given out for the public network; everything else has another purpose. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address belongs to one machine on the public network. Forms of IPv6 that carry an
 * IPv4 address inside (mapped, 6to4, NAT64, Teredo) never do, whichever that address is.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === "ipv6" && !address.match(GLOBAL_UNICAST)) return false;
  return address.range() === "unicast";
}

/** The address in the hostname of a URL, without brackets; null where that is a name. */
export function toAddress(hostname: string): string | null {
  const address = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(address) ? address : null;
}
