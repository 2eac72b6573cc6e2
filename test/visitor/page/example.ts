import type { Page } from "../../../src/visitor/pages/page.ts";

/** As large as a QR code of a long short link gets (version 5), drawn module by module. */
const QR = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"><path fill="#000" d="${qrPath()}"/></svg>`;

function qrPath(): string {
  const modules = Array.from({ length: 37 * 37 }, (_, index) => index).filter(
    (index) => (index * index * 31 + index * 17) % 23 < 11,
  );
  return modules.map((index) => `M${index % 37} ${Math.floor(index / 37)}h1v1h-1z`).join("");
}

const LINK = {
  shortUrl: "https://go.example.com/spring-catalogue",
  title: "Spring catalogue",
  description: "Everything that is new this spring, on forty pages, with prices and dates of delivery.",
};

/** One of every kind of page, and the forms that they take. */
export const EXAMPLES: Record<string, Page> = {
  "unknown-host": { kind: "unknown-host" },
  "not-found": { kind: "not-found" },
  paused: { kind: "paused" },
  expired: { kind: "expired" },
  "method-not-allowed": { kind: "method-not-allowed" },
  unavailable: { kind: "unavailable" },
  gate: { kind: "gate", isWrong: false },
  "gate-wrong": { kind: "gate", isWrong: true },
  locked: { kind: "locked", secondsLeft: 600 },
  "guess-unavailable": { kind: "guess-unavailable" },
  warning: { kind: "warning" },
  frame: { kind: "frame", location: "https://shop.example.org/", title: LINK.title, description: "" },
  preview: {
    kind: "preview",
    ...LINK,
    destinations: [
      { url: "https://shop.example.org/catalogue/spring?page=1", share: 0.7 },
      { url: "https://shop.example.net/", share: 0.3 },
      { url: "https://shop.example.de/", share: null },
    ],
    qr: QR,
    continueUrl: LINK.shortUrl,
  },
  "preview-untitled": {
    kind: "preview",
    ...LINK,
    title: "",
    description: "",
    destinations: [{ url: "https://shop.example.org/catalogue/spring", share: 1 }],
    qr: null,
    continueUrl: LINK.shortUrl,
  },
  card: {
    kind: "card",
    ...LINK,
    destinationHost: "shop.example.org",
    location: "https://shop.example.org/catalogue?season=spring",
    image: "",
    siteName: "go.example.com",
  },
};
