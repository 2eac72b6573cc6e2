import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext, type SecureContext } from "node:tls";

/** What a certificate is made for. */
export interface Issued {
  name: string;
  days: number;
}

const DAYS = 90;

/** The certificates of the fake platform: one for each hostname, by an authority of its own. */
export class FakeCertificates {
  /** Certificates that are not as they should be, by hostname. */
  faults = new Map<string, Partial<Issued>>();
  /** The file with the authority's certificate, for NODE_EXTRA_CA_CERTS. */
  readonly authorityFile: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "signpost-edge-"));
  readonly #made = new Map<string, SecureContext>();

  constructor() {
    this.authorityFile = this.#path("ca.pem");
    // All certificates have one key, which is quicker to make.
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", this.#path("key.pem"));
    const files = ["-key", this.#path("key.pem"), "-out", this.authorityFile];
    openssl("req", "-x509", "-new", "-days", "2", "-subj", "/O=Fake Trust/CN=Fake Root", ...files);
  }

  /** Returns what a server shows for a hostname. */
  contextFor(hostname: string): SecureContext {
    const { name, days } = { name: hostname, days: DAYS, ...this.faults.get(hostname) };
    const known = this.#made.get(`${name} ${days}`);
    if (known !== undefined) return known;
    const [extensions, request, cert] = ["ext", "csr.pem", "cert.pem"].map((file) => this.#path(file)) as [
      string,
      string,
      string,
    ];
    const [key, ca] = [this.#path("key.pem"), this.authorityFile];
    writeFileSync(extensions, `subjectAltName=DNS:${name}`);
    openssl("req", "-new", "-key", key, "-subj", "/CN=edge", "-out", request);
    const signer = ["-CA", ca, "-CAkey", key, "-CAcreateserial", "-days", String(days)];
    openssl("x509", "-req", "-in", request, ...signer, "-extfile", extensions, "-out", cert);
    const made = createSecureContext({ key: readFileSync(key), cert: readFileSync(cert) });
    this.#made.set(`${name} ${days}`, made);
    return made;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #path(file: string): string {
    return join(this.#folder, file);
  }
}

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: "ignore" });
}
