import type { Refusal } from "./refusal/refusal.ts";
import type { ClaimKey } from "./claim-key.ts";
import type { Appearance } from "./branding.ts";
import type { Handler } from "./handler.ts";
import type { Hostname } from "./hostname.ts";
import type { Hsts } from "./hsts.ts";
import type { Misses } from "./misses.ts";

/** Hostnames as workspaces claim them (contract 10). Several may claim a hostname; at most one claim holds it. */

/** The DNS record that proves a claim. */
export type Proof = "cname" | "txt";

/** A problem that a check found, for the owner of the hostname. */
export interface HostError {
  scope: "dns" | "certificate";
  code: string;
  reason: Refusal;
  updatedAtMs: number;
}

/** A DNS record of the type TXT that a certificate authority requires. */
export interface TxtProof {
  name: string;
  value: string;
}

/** The certificate of a hostname, as the service that issues certificates last described it. */
export interface HostCertificate {
  /** The id of the custom hostname at the service. */
  id: string;
  status: string;
  expiresAtMs: number | null;
  /** TXT records that the service still waits for. */
  proofs: TxtProof[];
}

/** A hostname of a workspace: a claim that holds it, or waits for it. */
export interface Host {
  /** The hostname as an A-label in lower case; a wildcard starts with `*.`. */
  name: Hostname;
  /** The key of the claim: the name itself while the claim holds the hostname. */
  key: ClaimKey;
  workspaceId: string;
  /** The registrable domain of the name. */
  domain: string;
  /** The public suffix of the name. */
  tld: string;
  isHttpsRequested: boolean;
  isHttpsForced: boolean;
  takesShortLinks: boolean;
  expiredUrl: string | null;
  notFoundUrl: string | null;
  /** Null if it was never set or is switched off. */
  hsts: Hsts | null;
  /** The missed paths that are kept. */
  misses: Misses;
  /** The look of its pages. It goes before the workspace's. */
  appearance: Appearance;
  /** True if no alias has a preview. */
  isPreviewOff: boolean;
  /** True if DNS led here at the last check. */
  isDnsCorrect: boolean;
  /** The DNS records that the last check found. */
  currentDns: string[];
  errors: HostError[];
  certificate: HostCertificate | null;
  /** Null while the hostname has no certificate: its URLs then start with http. */
  certificateIssuedAtMs: number | null;
  certificateRenewsAtMs: number | null;
  connectedVia: string;
  connectedAtMs: number;
  dnsVerifiedAtMs: number | null;
  checkedAtMs: number | null;
  /** The proof that the last check found; null if it found none. */
  proof: Proof | null;
  /** The time since when the claim holds the hostname with proof. */
  provenAtMs: number | null;
  /** The time since when the claim waits; null while it holds the hostname. */
  waitingSinceMs: number | null;
  /** The time since when the holder's proof is missing while this claim has proof. */
  absentSinceMs: number | null;
  /** The workspace to which this claim gave the hostname. */
  yieldedTo: string | null;
  /** The time when `isDnsCorrect` last changed; 0 if it never did. */
  dnsChangedAtMs: number;
  createdBy: string;
  createdAtMs: number;
  updatedAtMs: number;
  /** The number of its records. */
  recordCounts: Record<Handler, number>;
}

/** A hostname with the label of its workspace's own CNAME target. */
export interface Claim extends Host {
  label: string;
}

/** A hostname with all that its owner sees. */
export interface HostDetails {
  claim: Claim;
  creatorName: string;
  /** The number of workspaces of the installation; 2 means two or more. */
  workspaceCount: number;
  /** The time when a name below the CNAME target last resolved. */
  targetSeenAtMs: number | null;
}

/** Returns whether the claim holds its hostname, and so answers visitors. */
export function isHeld(host: Pick<Host, "waitingSinceMs"> | undefined): boolean {
  return host?.waitingSinceMs === null;
}

/** Returns the number of records on the hostname. */
export function countRecordsOn({ recordCounts }: Host): number {
  return Object.values(recordCounts).reduce((total, count) => total + count, 0);
}
