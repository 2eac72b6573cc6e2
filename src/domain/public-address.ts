/** IPv4 blocks that are not public (IANA IPv4 Special-Purpose Address Registry), and 6to4 relays. */
const SPECIAL_IPV4 = [
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24",
  "192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15",
  "198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
]
  .join(" ")
  .split(" ")
  .map(toBlockBits);

/** The IPv6 block that is allocated to the public network, and the blocks in it that are not public. */
const GLOBAL_UNICAST = toBlockBits("2000::/3");
const SPECIAL_IPV6 = "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20"
  .split(" ")
  .map(toBlockBits);

/**
 * Returns whether an IP address belongs to one machine on the public network. IPv6 forms that contain an
 * IPv4 address (mapped, 6to4, NAT64, Teredo) never count as public.
 */
export function isPublicAddress(text: string): boolean {
  const address = toAddress(text);
  if (address === null) return false;
  const bits = toBits(address);
  const isIn = (block: string) => bits.startsWith(block);
  return address.includes(":") ? isIn(GLOBAL_UNICAST) && !SPECIAL_IPV6.some(isIn) : !SPECIAL_IPV4.some(isIn);
}

/**
 * Returns the IP address in the hostname of a URL, without brackets and in the form of URLs; null if the
 * hostname is a name.
 */
export function toAddress(hostname: string): string | null {
  const address = hostname.replace(/^\[|\]$/g, "");
  const isIpv6 = address.includes(":");
  // All other characters belong to other parts of a URL, or to a name.
  if (!(isIpv6 ? /^[\da-f:.]+$/i : /^[\da-fx.]+$/i).test(address)) return null;
  const url = URL.parse(isIpv6 ? `http://[${address}]` : `http://${address}`);
  if (url === null) return null;
  return isIpv6 ? url.hostname.slice(1, -1) : /^\d+(\.\d+){3}$/.test(url.hostname) ? url.hostname : null;
}

/** Returns the fixed bits of a block like `10.0.0.0/8`. */
export function toBlockBits(block: string): string {
  const [address = "", length] = block.split("/");
  return toBits(address).slice(0, Number(length));
}

/** Converts an address that `toAddress` returned to 32 or 128 binary digits. */
export function toBits(address: string): string {
  if (!address.includes(":")) return toDigits(address.split("."), 10, 8);
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return toDigits([...head, ...zeros, ...tail], 16, 16);
}

function toDigits(parts: string[], radix: number, bits: number): string {
  return parts.map((part) => Number.parseInt(part, radix).toString(2).padStart(bits, "0")).join("");
}
