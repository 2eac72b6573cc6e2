import type { Texts } from "./texts.ts";

export const fr: Texts = {
  unknownHost: {
    title: "Pas encore de lien ici",
    text: "Ce nom d’hôte n’est relié à aucun lien. Vérifiez qu’il ne contient pas de faute de frappe.",
  },
  notFound: {
    title: "Lien introuvable",
    text: "Cette adresse ne mène nulle part. Vérifiez qu’elle ne contient pas de faute de frappe.",
  },
  paused: {
    title: "Ce lien est en pause",
    text: "Son propriétaire l’a désactivé pour le moment.",
  },
  expired: {
    title: "Ce lien a expiré",
    text: "Il vous en faut un nouveau.",
  },
  unavailable: {
    title: "Temporairement indisponible",
    text: "Ce lien ne peut pas être ouvert pour le moment.",
  },
  methodNotAllowed: {
    title: "Ce n’est pas possible ici",
    text: "Il est seulement possible d’ouvrir ce lien.",
  },
  warning: {
    title: "Ce lien est bloqué",
    text: "Sa destination est signalée comme dangereuse.",
  },
  gate: {
    title: "Ce lien est protégé",
    text: "Saisissez son mot de passe pour l’ouvrir.",
  },
  password: "Mot de passe",
  wrongPassword: "Ce mot de passe est incorrect.",
  tooMany: {
    title: "Trop de tentatives",
    text: "Un mot de passe incorrect a été saisi trop de fois.",
  },
  askSource: "Adressez-vous à la personne qui vous a donné le lien.",
  tryAgainIn: (minutes) => `Réessayez dans ${minutes === 1 ? "une minute" : `${minutes} minutes`}.`,
  leavePage: "Rien n’a été ouvert. Vous pouvez fermer cette page.",
  openLink: "Ouvrir le lien",
  leadsTo: "Ce lien mène à",
  qrCode: "QR code de ce lien",
};
