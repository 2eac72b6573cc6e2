import type { Appearance } from "./branding.ts";
import type { Handler } from "./handler.ts";
import type { Hsts } from "./hsts.ts";
import type { Misses } from "./misses.ts";

/** Hostnames as workspaces claim them (contract 10). Several may claim one; at most one claim holds it. */

/** How a claim is proven. */
export type Proof = "cname" | "txt";

/** A problem that a check found, for the owner of the hostname. */
export interface HostError {
  scope: "dns" | "certificate";
  code: string;
  message: string;
  updatedAtMs: number;
}

/** A DNS record of the type TXT that a certificate authority asks for. */
export interface TxtProof {
  name: string;
  value: string;
}

/** The certificate of a hostname, as the service that issues certificates described it last. */
export interface HostCertificate {
  /** The id of the custom hostname at that service. */
  id: string;
  status: string;
  expiresAtMs: number | null;
  /** TXT records that the service still waits for. */
  proofs: TxtProof[];
}

/** A hostname of a workspace: a claim that holds it, or waits for it. */
export interface Hostname {
  /** The hostname as an A-label in lower case; a wildcard starts with `*.`. */
  name: string;
  /** The key of the claim: the name itself while the claim holds the hostname. */
  key: string;
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
  /** Null for none, and where it was taken back. */
  hsts: Hsts | null;
  /** Which missed paths are kept. */
  misses: Misses;
  /** How its pages look, over the workspace's. */
  appearance: Appearance;
  /** No alias has a preview. */
  isPreviewOff: boolean;
  /** Whether DNS leads here, as the last check found. */
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
  /** How the last check found the claim proven. */
  proof: Proof | null;
  /** Since when the claim holds the hostname with proof. */
  provenAtMs: number | null;
  /** Since when the claim waits; null while it holds the hostname. */
  waitingSinceMs: number | null;
  /** Since when the proof of the claim that holds the hostname is missing while this one has proof. */
  absentSinceMs: number | null;
  /** The workspace that this claim gave the hostname to. */
  yieldedTo: string | null;
  /** When `isDnsCorrect` last changed; 0 if it never did. */
  dnsChangedAtMs: number;
  createdBy: string;
  createdAtMs: number;
  updatedAtMs: number;
  /** How many records are on it. */
  recordCounts: Record<Handler, number>;
}

/** A hostname with the label of its workspace's own CNAME target. */
export interface Claim extends Hostname {
  label: string;
}

/** A hostname with everything that its owner sees. */
export interface HostDetails {
  claim: Claim;
  creatorName: string;
  /** How many workspaces the installation has; 2 stands for two or more. */
  workspaceCount: number;
  /** When a name below the CNAME target was last seen to resolve. */
  targetSeenAtMs: number | null;
}

/** Returns whether the claim holds its hostname, and so answers visitors. */
export function isHeld(host: Pick<Hostname, "waitingSinceMs"> | undefined): boolean {
  return host?.waitingSinceMs === null;
}

/** Returns how many records are on the hostname. */
export function countRecordsOn({ recordCounts }: Hostname): number {
  return Object.values(recordCounts).reduce((total, count) => total + count, 0);
}
