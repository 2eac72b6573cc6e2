import { isIPv4, isIPv6 } from "node:net";
import { Refusal } from "./refusal.ts";

/** A zone of the fake account with its DNS records, routes and fallback origin. */

export interface Record {
  id: string;
  type: string;
  name: string;
  content: string;
  proxied: boolean;
  /** Made by a custom domain. */
  isManaged?: boolean;
}

export class FakeZone {
  readonly id: string;
  readonly name: string;
  status = "active";
  records: Record[] = [];
  routes: { id: string; pattern: string; script: string | null }[] = [];
  fallbackOrigin: string | null = null;
  customHostnames: { id: string; hostname: string; status: string; ssl: { status: string } }[] = [];
  #isSettled = false;

  constructor(id: string, name: string) {
    this.id = id;
    this.name = name;
  }

  has(host: string): boolean {
    const bare = host.replace(/^\*\./, "");
    return bare === this.name || bare.endsWith(`.${this.name}`);
  }

  /** Requests to custom hostnames reach the zone while it has a fallback origin. */
  hasCustomHostname(host: string): boolean {
    const isActive = this.customHostnames.some(
      ({ hostname, status }) => hostname === host && status === "active",
    );
    return isActive && this.fallbackOrigin !== null;
  }

  /** The records that answer for a name, those of a wildcard where it has none of its own. */
  recordsOf(host: string): Record[] {
    const own = this.records.filter(({ name }) => name === host);
    if (own.length > 0) return own;
    const wildcard = `*.${host.split(".").slice(1).join(".")}`;
    return this.records.filter(({ name }) => name === wildcard);
  }

  addRecord(body: Omit<Record, "id"> & { ttl?: number | undefined }): Record {
    const { type, name, content, proxied, ttl } = body;
    if (!this.has(name)) throw new Refusal(400, 9000, "DNS name is invalid.");
    if (ttl === undefined)
      throw new Refusal(400, 9020, "Invalid TTL. Must be between 60 and 86,400 seconds, or 1.");
    const isValid = type === "A" ? isIPv4(content) : type === "AAAA" ? isIPv6(content) : content !== "";
    if (!isValid) throw new Refusal(400, 9005, `Content for ${type} record is invalid.`);
    const same = this.records.filter((record) => record.name === name);
    if (same.some((record) => record.type === type && record.content === content)) {
      throw new Refusal(400, 81_058, "An identical record already exists.");
    }
    if (same.some((record) => (record.type === "CNAME") !== (type === "CNAME"))) {
      throw new Refusal(400, 81_053, "An A, AAAA, or CNAME record with that host already exists.");
    }
    const record = { id: `record-${this.records.length}`, type, name, content, proxied };
    this.records.push(record);
    return record;
  }

  setFallbackOrigin(origin: string) {
    if (!this.has(origin)) throw new Refusal(400, 1414, "The fallback origin must be a name of the zone.");
    this.fallbackOrigin = origin;
    this.#isSettled = false;
    return this.readFallbackOrigin();
  }

  /** Ends what takes the platform some minutes: the activation of a fallback origin. */
  settle(): void {
    this.#isSettled = true;
  }

  readFallbackOrigin() {
    if (this.fallbackOrigin === null) throw new Refusal(404, 1551, "Resource not found.");
    if (!this.#isSettled) return { origin: this.fallbackOrigin, status: "initializing", errors: [] };
    const isProxied = this.recordsOf(this.fallbackOrigin).some(({ proxied }) => proxied);
    return {
      origin: this.fallbackOrigin,
      status: isProxied ? "active" : "pending_deployment",
      errors: isProxied
        ? []
        : ["DNS records are not setup correctly. Origin should be a proxied A/AAAA/CNAME dns record"],
    };
  }
}
