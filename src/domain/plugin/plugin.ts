import type { Feature } from "../plan.ts";

/**
 * An optional behaviour that a record carries by key: how it is shown, and the few places where it
 * changes what a visit gets.
 */
export interface Plugin {
  key: string;
  label: string;
  description: string;
  /** The plan feature that it needs; null for none. */
  feature: Feature | null;
  /** Headers of the record's redirects, frames and pages. */
  headers?: Record<string, string>;
  /** Returns a number in [0, 1) that takes the place of chance where the routing draws. */
  draw?(recordId: string, visitor: Visitor): number;
  /** Returns what some visitors get instead of the record's answer; null for all others. */
  divert?(visitor: Visitor): Diversion | null | Promise<Diversion | null>;
  /** Whether the edge has to know the record's title and description. */
  showsTitle?: true;
  /** Query parameters of the URL in the record's QR code. */
  qrParameters?: string;
}

export interface Visitor {
  address: string;
  userAgent: string;
}

/** `card` is a page that describes the link, `refusal` a 403. */
type Diversion = "card" | "refusal";
