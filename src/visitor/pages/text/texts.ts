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
  /** Title and text of a gate that is locked; of too many requests, the title alone. */
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
