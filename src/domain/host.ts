import type { Refusal } from "./refusal/refusal.ts";
import type { ClaimKey } from "./claim-key.ts";
import type { Appearance, AppearanceChange } from "./branding.ts";
import type { ChangeOf, ValuesOf } from "./field/field.ts";
import type { HOST_FIELDS } from "./field/host.ts";
import type { Handler } from "./handler.ts";
import type { Hostname } from "./hostname.ts";

/** Hostnames as workspaces claim them (contract 10). Several may claim a hostname; at most one claim holds it. */

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
export interface Host extends ValuesOf<typeof HOST_FIELDS> {
  name: Hostname;
  /** The key of the claim: the name itself while the claim holds the hostname. */
  key: ClaimKey;
  /** The look of its pages. It goes before the workspace's. */
  appearance: Appearance;
  errors: HostError[];
  certificate: HostCertificate | null;
  recordCounts: Record<Handler, number>;
}

/** The fields of a hostname that its owner can change. */
export type HostChange = ChangeOf<typeof HOST_FIELDS> & AppearanceChange;

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

export function countRecordsOn({ recordCounts }: Host): number {
  return Object.values(recordCounts).reduce((total, count) => total + count, 0);
}
