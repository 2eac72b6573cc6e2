import type { Plugin } from "./plugin.ts";

export const qrUtm: Plugin = {
  key: "qr-utm",
  label: "Mark QR scans",
  description:
    "The QR code of the link encodes it with ?utm_source=qr, so that scans can be told from clicks. The destination is told as well.",
  feature: null,
  qrParameters: "utm_source=qr",
};
