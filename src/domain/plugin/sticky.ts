import { hashText } from "../hash.ts";
import type { Plugin } from "./plugin.ts";

export const sticky: Plugin = {
  key: "sticky",
  draw: (recordId, { address, userAgent }) =>
    hashText(`${recordId}\n${address}\n${userAgent}`) / 0x1_0000_0000,
};
