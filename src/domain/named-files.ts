import type { QrStyle } from "./qr-style.ts";

type FileField = "file" | "preview.file" | "qr.logo";

interface Names {
  file?: string | null;
  preview?: { file?: string | null } | null;
  qr?: { logo?: QrStyle["logo"] | null } | null;
}

/** Returns the stored files that a record or a write names, each with its field. */
export function namedFiles({ file, preview, qr }: Names): [field: FileField, name: string][] {
  const logo = qr?.logo;
  const named: [FileField, string | null | undefined][] = [
    ["file", file],
    ["preview.file", preview?.file],
    ["qr.logo", typeof logo === "string" ? logo : null],
  ];
  return named.filter((one): one is [FileField, string] => typeof one[1] === "string");
}
