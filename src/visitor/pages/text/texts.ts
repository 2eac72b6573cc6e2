/** All texts of the pages, in one language. */
export interface Texts {
  unknownHost: Message;
  notFound: Message;
  paused: Message;
  expired: Message;
  unavailable: Message;
  methodNotAllowed: Message;
  warning: Message;
  gate: Message;
  /** The label of the password field. */
  password: string;
  wrongPassword: string;
  /** Of a gate that is locked after too many wrong passwords. */
  tooMany: Message;
  /** What a visitor can do: ask, wait (a whole number of minutes, at least 1) or leave. */
  askSource: string;
  tryAgainIn: (minutes: number) => string;
  leavePage: string;
  /** On every button. */
  openLink: string;
  /** Above the host of a destination. */
  leadsTo: string;
  /** Names the picture in a preview. */
  qrCode: string;
}

export interface Message {
  title: string;
  text: string;
}
