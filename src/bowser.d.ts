/** The lists that bowser is made of: the first entry that fits a user agent describes it. */

interface BowserEntry<Description> {
  test: RegExp[] | ((parser: BowserParser) => boolean);
  describe(userAgent: string, parser: BowserParser): Description;
}

/** What entries ask of bowser's parser. */
interface BowserParser {
  getUA(): string;
  test(pattern: RegExp): boolean;
  getBrowserName(isLowerCase?: boolean): string | undefined;
  getOSName(isLowerCase?: boolean): string | undefined;
  getOSVersion(): string | undefined;
  hasBrand(name: string): boolean;
  getBrandVersion(name: string): string | undefined;
}

declare module "bowser/src/parser-browsers.js" {
  const browsers: BowserEntry<{ name?: string }>[];
  export default browsers;
}

declare module "bowser/src/parser-os.js" {
  const systems: BowserEntry<{ name?: string; version?: string }>[];
  export default systems;
}

declare module "bowser/src/parser-platforms.js" {
  const platforms: BowserEntry<{ type?: string }>[];
  export default platforms;
}

declare module "bowser/src/constants.js" {
  export { BROWSER_MAP, OS_MAP } from "bowser";
}
