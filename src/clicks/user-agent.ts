import browsers from "bowser/src/parser-browsers.js";
import systems from "bowser/src/parser-os.js";
import platforms from "bowser/src/parser-platforms.js";

interface UserAgent {
  /** `desktop`, `mobile`, `tablet`, `tv` or `bot`. */
  device: string | undefined;
  /** One of bowser's names, or what the user agent calls itself. */
  browser: string | undefined;
  /** One of bowser's names, or what the user agent calls itself. */
  os: string | undefined;
}

/**
 * Reads a user agent by the lists of bowser alone: its parser also computes versions, engines and
 * comparisons, which are not needed here.
 */
export function readUserAgent(userAgent: string): UserAgent {
  let browser: { name?: string } = {};
  let system: { name?: string; version?: string } = {};
  const inCase = (name: string | undefined, isLowerCase = false) =>
    isLowerCase ? name?.toLowerCase() : name;
  const parser: BowserParser = {
    getUA: () => userAgent,
    test: (pattern) => pattern.test(userAgent),
    getBrowserName: (isLowerCase) => inCase(browser.name, isLowerCase),
    getOSName: (isLowerCase) => inCase(system.name, isLowerCase),
    getOSVersion: () => system.version,
    // Client hints, which no click carries.
    hasBrand: () => false,
    getBrandVersion: () => undefined,
  };
  const describe = <Description extends object>(entries: BowserEntry<Description>[]): Partial<Description> =>
    entries
      .find(({ test }) => (typeof test === "function" ? test(parser) : test.some(parser.test)))
      ?.describe(userAgent, parser) ?? {};
  browser = describe(browsers);
  system = describe(systems);
  return { device: describe(platforms).type, browser: browser.name, os: system.name };
}
