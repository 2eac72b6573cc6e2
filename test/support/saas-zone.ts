/**
 * The API for custom hostnames of Cloudflare for SaaS as its documentation describes it: paths,
 * statuses, envelope, error codes, and the states that a hostname and its certificate go through.
 */

export const SAAS_ZONE_ID = "023e105f4ecef8ad9ca31a8372d0c353";
export const SAAS_TOKEN = "saas-api-token-that-nobody-must-see";
const BASE_PATH = `/client/v4/zones/${SAAS_ZONE_ID}/custom_hostnames`;

export interface SaasSsl {
  id: string;
  type: string;
  method: string;
  status: string;
  wildcard: boolean;
  settings: object;
  validation_errors?: { message: string }[];
  validation_records?: { status: string; txt_name: string; txt_value: string }[];
  certificates?: { id: string; issued_on: string; expires_on: string }[];
}

export interface SaasHostname {
  id: string;
  hostname: string;
  status: string;
  ssl: SaasSsl | null;
  ownership_verification: { type: "txt"; name: string; value: string };
  verification_errors?: string[];
  created_at: string;
}

export interface SaasRequest {
  method: string;
  url: URL;
  authorization: string | null;
  body: unknown;
}

export interface SaasAnswer {
  status: number;
  body: string;
}

/** Identifiers are no other zone's. */
let count = 0;

type Fault = "hangs" | "hangs in the body" | "garbage" | number;

/** One zone with its custom hostnames. Tests move their states on. */
export class SaasZone {
  readonly hostnames = new Map<string, SaasHostname>();
  readonly requests: { method: string; path: string; body: unknown }[] = [];
  /** The failure of the next requests, by method, until it is removed. */
  readonly faults = new Map<string, Fault>();

  /** The one of a name; it must be there. */
  of(hostname: string): SaasHostname {
    const found = [...this.hostnames.values()].find((item) => item.hostname === hostname);
    if (found === undefined) throw new Error(`no custom hostname ${hostname}`);
    return found;
  }

  /** Has the certificate issued and the hostname verified. */
  activate(hostname: string, issuedOn: string, expiresOn: string): void {
    const found = this.of(hostname);
    found.status = "active";
    delete found.verification_errors;
    found.ssl = {
      ...(found.ssl ?? this.#newSsl(hostname, {})),
      status: "active",
      certificates: [{ id: `certificate-of-${found.id}`, issued_on: issuedOn, expires_on: expiresOn }],
    };
    delete found.ssl.validation_records;
    delete found.ssl.validation_errors;
  }

  /** The API's answer; null if it never answers. */
  answer(request: SaasRequest): SaasAnswer | "hangs" | "hangs in the body" {
    const path = request.url.pathname.slice(BASE_PATH.length);
    this.requests.push({ method: request.method, path: path + request.url.search, body: request.body });
    const fault = this.faults.get(request.method);
    if (fault === "hangs" || fault === "hangs in the body") return fault;
    if (fault === "garbage") return { status: 200, body: "<html>" };
    if (fault !== undefined) return refuse(fault, 1000, `status ${fault} as the test wants it`);
    if (!request.url.pathname.startsWith(BASE_PATH)) return refuse(404, 7003, "Could not route.");
    if (request.authorization !== `Bearer ${SAAS_TOKEN}`) return refuse(401, 10000, "Authentication error");
    const id = path.slice(1);
    if (id === "") return this.#onZone(request);
    const found = this.hostnames.get(id);
    if (found === undefined) return refuse(404, 1436, "The custom hostname was not found.");
    return this.#onHostname(request, found);
  }

  #onZone({ method, url, body }: SaasRequest): SaasAnswer {
    if (method === "GET") {
      const wanted = url.searchParams.get("hostname") ?? "";
      // The filter matches substrings.
      return accept(
        200,
        [...this.hostnames.values()].filter(({ hostname }) => hostname.includes(wanted)),
      );
    }
    const { hostname, ssl } = body as { hostname: string; ssl: Partial<SaasSsl> };
    if (/[*~!@#$%^&()=+{}[\]\\]/.test(hostname)) return refuse(400, 1407, "Invalid custom hostname.");
    if (hostname.endsWith(".refused.example")) {
      return refuse(400, 1411, "Custom hostnames ending in refused.example are prohibited.");
    }
    if ([...this.hostnames.values()].some((item) => item.hostname === hostname)) {
      return refuse(409, 1406, "Duplicate custom hostname found.");
    }
    const id = `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`;
    const created: SaasHostname = {
      id,
      hostname,
      status: "pending",
      ssl: this.#newSsl(hostname, ssl),
      ownership_verification: { type: "txt", name: `_cf-custom-hostname.${hostname}`, value: `owner-${id}` },
      verification_errors: ["custom hostname does not CNAME to this zone."],
      created_at: "2026-01-31T12:00:00.000000Z",
    };
    this.hostnames.set(id, created);
    return accept(201, created);
  }

  #onHostname({ method, body }: SaasRequest, found: SaasHostname): SaasAnswer {
    switch (method) {
      case "GET":
        return accept(200, found);
      case "PATCH": {
        const { ssl } = body as { ssl: Partial<SaasSsl> };
        found.ssl = { ...this.#newSsl(found.hostname, ssl), status: "pending_validation" };
        if (found.status !== "active") found.status = "pending";
        return accept(202, found);
      }
      case "DELETE":
        this.hostnames.delete(found.id);
        return accept(200, { id: found.id });
      default:
        return refuse(405, 10405, "Method not allowed.");
    }
  }

  #newSsl(hostname: string, wanted: Partial<SaasSsl>): SaasSsl {
    const { method = "http", wildcard = false, settings = {} } = wanted;
    const proof = (value: string) => ({
      status: "pending",
      txt_name: `_acme-challenge.${hostname}`,
      txt_value: value,
    });
    return {
      id: `ssl-of-${hostname}`,
      type: "dv",
      method,
      status: "initializing",
      wildcard,
      settings,
      ...(method === "txt" && { validation_records: [proof("proof-one"), proof("proof-two")] }),
    };
  }
}

function accept(status: number, result: unknown): SaasAnswer {
  return { status, body: JSON.stringify({ success: true, errors: [], messages: [], result }) };
}

function refuse(status: number, code: number, message: string): SaasAnswer {
  const envelope = { success: false, errors: [{ code, message }], messages: [], result: null };
  return { status, body: JSON.stringify(envelope) };
}
