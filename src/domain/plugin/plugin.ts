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
  /** In [0, 1): takes the place of chance where the routing draws. */
  draw?(recordId: string, visitor: Visitor): number;
  /** Answers some visitors otherwise than the record does; null for the rest. */
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

/** A page that tells of the link instead of the redirect, or a refusal. */
type Diversion = "card" | "refusal";
