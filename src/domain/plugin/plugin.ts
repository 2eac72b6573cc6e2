/** The plugins by their keys, with which records switch them on. */
export type PluginKey = "sticky" | "preview" | "noindex" | "no-referrer" | "bot-block" | "qr-utm";

/** An optional behaviour of a record: the few places where it changes the answer to a visit. */
export interface Plugin {
  key: PluginKey;
  /** Headers of the record's redirects, frames and pages. */
  headers?: Record<string, string>;
  /** Returns a number in [0, 1) that routing uses in place of a random one. */
  draw?(recordId: string, visitor: Visitor): number;
  /** Returns the answer that a visitor gets in place of the record's; null for most visitors. */
  divert?(visitor: Visitor): Diversion | null | Promise<Diversion | null>;
  /** True if the edge needs the record's title and description. */
  showsTitle?: true;
  qrParameters?: string;
}

export interface Visitor {
  address: string;
  userAgent: string;
}

/** `card` is a page that describes the link, `refusal` a 403. */
type Diversion = "card" | "refusal";
