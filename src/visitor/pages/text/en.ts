import type { Texts } from "./texts.ts";

export const en: Texts = {
  unknownHost: {
    title: "No links here yet",
    text: "This hostname is not connected to any links. Check it for typing errors.",
  },
  notFound: {
    title: "Link not found",
    text: "This address leads nowhere. Check it for typing errors.",
  },
  paused: {
    title: "This link is paused",
    text: "Its owner has switched it off for now.",
  },
  expired: {
    title: "This link has expired",
    text: "You need a new one.",
  },
  unavailable: {
    title: "Temporarily unavailable",
    text: "This link can’t be opened at the moment.",
  },
  methodNotAllowed: {
    title: "That doesn’t work here",
    text: "This link can only be opened.",
  },
  warning: {
    title: "This link is blocked",
    text: "Its destination is listed as dangerous.",
  },
  gate: {
    title: "This link is protected",
    text: "Enter its password to open it.",
  },
  password: "Password",
  wrongPassword: "That password is wrong.",
  tooMany: {
    title: "Too many attempts",
    text: "A wrong password was entered too often.",
  },
  askSource: "Ask the person who gave you the link.",
  tryAgainIn: (minutes) => `Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  leavePage: "Nothing was opened. You can close this page.",
  openLink: "Open the link",
  leadsTo: "This link leads to",
  qrCode: "QR code of this link",
};
