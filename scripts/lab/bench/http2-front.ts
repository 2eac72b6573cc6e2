import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";

/** Of HTTP/1.1, what HTTP/2 has no header for. */
const OF_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding"]);

interface Http2Front {
  origin: string;
  flag: string;
  close(): void;
}

/**
 * Puts HTTP/2 in front of a local server, which speaks HTTP/1.1 alone: browsers use one connection to Cloudflare, and six
 * here. Needs `openssl`, which makes its certificate.
 * @param origin of the server behind it, with http
 * @returns `flag` has Chromium accept the certificate, which nobody signed, and still keep files
 */
export async function openHttp2Front(origin: string): Promise<Http2Front> {
  const certificate = makeCertificate();
  const server = createSecureServer(certificate, (asked, answer) => {
    const forwarded = request(
      new URL(asked.url, origin).href,
      { method: asked.method, headers: headersOf(asked) },
      (answered) => pass(answered, answer),
    );
    forwarded.on("error", () => answer.stream.close());
    pipeline(asked, forwarded, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    flag: `--ignore-certificate-errors-spki-list=${hashOfKey(certificate.cert)}`,
    close: () => server.close(),
  };
}

function hashOfKey(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}

function headersOf({ headers }: Http2ServerRequest): Record<string, string | string[] | undefined> {
  const { ":authority": host } = headers;
  return { ...Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":"))), host };
}

function pass(answered: IncomingMessage, answer: Http2ServerResponse): void {
  const headers = Object.entries(answered.headers).filter(([name]) => !OF_CONNECTION.has(name));
  answer.writeHead(answered.statusCode ?? 502, Object.fromEntries(headers));
  pipeline(answered, answer, () => {});
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-subj", "/CN=localhost"];
  try {
    execFileSync("openssl", ["req", "-x509", "-days", "1", ...made], { stdio: "ignore" });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
