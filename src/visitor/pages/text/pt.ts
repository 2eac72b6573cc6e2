import type { Texts } from "./texts.ts";

export const pt: Texts = {
  unknownHost: {
    title: "Ainda não há links aqui",
    text: "Este nome de host não está conectado a nenhum link. Verifique se há erros de digitação.",
  },
  notFound: {
    title: "Link não encontrado",
    text: "Este endereço não leva a lugar nenhum. Verifique se há erros de digitação.",
  },
  paused: {
    title: "Este link está pausado",
    text: "O proprietário o desativou por enquanto.",
  },
  expired: {
    title: "Este link expirou",
    text: "Você precisa de um novo.",
  },
  unavailable: {
    title: "Temporariamente indisponível",
    text: "Não é possível abrir este link no momento.",
  },
  methodNotAllowed: {
    title: "Isso não é possível aqui",
    text: "Só é possível abrir este link.",
  },
  warning: {
    title: "Este link está bloqueado",
    text: "O destino consta como perigoso.",
  },
  gate: {
    title: "Este link está protegido",
    text: "Digite a senha para abri-lo.",
  },
  password: "Senha",
  wrongPassword: "A senha está incorreta.",
  tooMany: {
    title: "Tentativas demais",
    text: "Uma senha incorreta foi digitada vezes demais.",
  },
  askSource: "Fale com quem enviou o link.",
  tryAgainIn: (minutes) => `Tente novamente em ${minutes === 1 ? "um minuto" : `${minutes} minutos`}.`,
  leavePage: "Nada foi aberto. Você pode fechar esta página.",
  openLink: "Abrir o link",
  leadsTo: "Este link leva a",
  qrCode: "QR code deste link",
};
