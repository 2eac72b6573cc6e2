import type { Texts } from "./texts.ts";

export const de: Texts = {
  unknownHost: {
    title: "Hier gibt es noch keine Links",
    text: "Mit diesem Hostnamen sind keine Links verbunden. Prüfen Sie ihn auf Tippfehler.",
  },
  notFound: {
    title: "Link nicht gefunden",
    text: "Diese Adresse führt nirgendwohin. Prüfen Sie sie auf Tippfehler.",
  },
  paused: {
    title: "Dieser Link ist pausiert",
    text: "Er wurde vorübergehend abgeschaltet.",
  },
  expired: {
    title: "Dieser Link ist abgelaufen",
    text: "Sie brauchen einen neuen.",
  },
  unavailable: {
    title: "Vorübergehend nicht erreichbar",
    text: "Dieser Link lässt sich gerade nicht öffnen.",
  },
  methodNotAllowed: {
    title: "Das geht hier nicht",
    text: "Dieser Link lässt sich nur öffnen.",
  },
  warning: {
    title: "Dieser Link ist gesperrt",
    text: "Sein Ziel ist als gefährlich gemeldet.",
  },
  gate: {
    title: "Dieser Link ist geschützt",
    text: "Geben Sie sein Passwort ein, um ihn zu öffnen.",
  },
  password: "Passwort",
  wrongPassword: "Das Passwort ist falsch.",
  tooMany: {
    title: "Zu viele Versuche",
    text: "Es wurde zu oft ein falsches Passwort eingegeben.",
  },
  askSource: "Fragen Sie dort nach, wo Sie den Link bekommen haben.",
  tryAgainIn: (minutes) =>
    `Versuchen Sie es in ${minutes === 1 ? "einer Minute" : `${minutes} Minuten`} noch einmal.`,
  leavePage: "Es wurde nichts geöffnet. Sie können diese Seite schließen.",
  openLink: "Link öffnen",
  leadsTo: "Dieser Link führt zu",
  qrCode: "QR-Code dieses Links",
};
