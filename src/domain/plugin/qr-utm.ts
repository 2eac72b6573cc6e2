import type { Plugin } from "./plugin.ts";

export const qrUtm: Plugin = {
  key: "qr-utm",
  qrParameters: "utm_source=qr",
};
