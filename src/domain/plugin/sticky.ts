import { hashText } from "../hash.ts";
import type { Plugin } from "./plugin.ts";

export const sticky: Plugin = {
  key: "sticky",
  label: "Sticky destinations",
  description:
    "Random and weighted routing send a returning visitor to the same destination, without a cookie.",
  feature: null,
  draw: (recordId, { address, userAgent }) =>
    hashText(`${recordId}\n${address}\n${userAgent}`) / 0x1_0000_0000,
};
