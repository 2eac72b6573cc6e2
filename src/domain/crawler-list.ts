import { toAddress, toBits, toBlockBits } from "./public-address.ts";

/** The address blocks of search engines' crawlers, as the engines publish them. */

const MAX_BLOCKS = 5_000;

/**
 * Parses a published list: `{"prefixes": [{"ipv4Prefix": "192.0.2.0/27"}, {"ipv6Prefix": "2001:db8::/64"}]}`.
 * @returns the blocks; null if the value is not such a list
 */
export function parseCrawlerList(value: unknown): string[] | null {
  const prefixes = (value as { prefixes?: unknown } | null)?.prefixes;
  if (!Array.isArray(prefixes) || prefixes.length > MAX_BLOCKS) return null;
  const blocks: string[] = [];
  for (const prefix of prefixes as { ipv4Prefix?: unknown; ipv6Prefix?: unknown }[]) {
    const block = prefix?.ipv4Prefix ?? prefix?.ipv6Prefix;
    if (typeof block !== "string") return null;
    const [text = "", length = ""] = block.split("/");
    const address = toAddress(text);
    // A very large block would make crawlers of all visitors.
    if (address === null || !/^\d{1,3}$/.test(length) || Number(length) < 8) return null;
    blocks.push(`${address}/${length}`);
  }
  return blocks.length === 0 ? null : blocks;
}

export function toBlockTest(blocks: readonly string[]): (address: string) => boolean {
  const [four, six] = [false, true].map((isSix) =>
    blocks.filter((block) => block.includes(":") === isSix).map(toBlockBits),
  );
  return (text) => {
    const address = toAddress(text);
    if (address === null) return false;
    const bits = toBits(address);
    return (address.includes(":") ? six : four)?.some((block) => bits.startsWith(block)) === true;
  };
}
