import type { Texts } from "./texts.ts";

export const es: Texts = {
  unknownHost: {
    title: "Aquí todavía no hay enlaces",
    text: "Este nombre de host no está conectado a ningún enlace. Compruebe que no tenga errores de escritura.",
  },
  notFound: {
    title: "Enlace no encontrado",
    text: "Esta dirección no lleva a ninguna parte. Compruebe que no tenga errores de escritura.",
  },
  paused: {
    title: "Este enlace está en pausa",
    text: "Su propietario lo ha desactivado por ahora.",
  },
  expired: {
    title: "Este enlace ha caducado",
    text: "Necesita uno nuevo.",
  },
  unavailable: {
    title: "No disponible por el momento",
    text: "Ahora mismo no se puede abrir este enlace.",
  },
  methodNotAllowed: {
    title: "Eso no es posible aquí",
    text: "Este enlace solo se puede abrir.",
  },
  warning: {
    title: "Este enlace está bloqueado",
    text: "Su destino figura como peligroso.",
  },
  gate: {
    title: "Este enlace está protegido",
    text: "Introduzca su contraseña para abrirlo.",
  },
  password: "Contraseña",
  wrongPassword: "La contraseña no es correcta.",
  tooMany: {
    title: "Demasiados intentos",
    text: "Se ha introducido una contraseña incorrecta demasiadas veces.",
  },
  askSource: "Pregunte a quien le dio el enlace.",
  tryAgainIn: (minutes) =>
    `Vuelva a intentarlo dentro de ${minutes === 1 ? "un minuto" : `${minutes} minutos`}.`,
  leavePage: "No se ha abierto nada. Puede cerrar esta página.",
  openLink: "Abrir el enlace",
  leadsTo: "Este enlace lleva a",
  qrCode: "Código QR de este enlace",
};
