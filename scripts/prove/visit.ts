import { globalAgent, request } from "node:https";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { VERSION } from "../../src/version.ts";
import type { Visited } from "../deploy/final-visit.ts";

/** Visits a URL as a visitor does, and tells more of the answer than fetch: the certificate, and how long it took. */

export interface Answer extends Visited {
  body: string;
  /** From the beginning of the connection to the end of the body. */
  milliseconds: number;
  certificate: Certificate;
}

export interface Certificate {
  /** Why a browser would not accept it for this hostname; null if it would. */
  problem: string | null;
  /** When it ends, in milliseconds since 1970; null if it does not say. */
  endsAtMs: number | null;
  issuer: string;
}

export interface VisitRequest {
  method?: "GET" | "HEAD" | "POST";
  /** A form to post. */
  form?: URLSearchParams;
}

export type Visit = (url: string, init?: VisitRequest) => Promise<Answer>;

const TIMEOUT_MS = 20_000;
/** Without it some zones refuse the visit, and with the name of a program the click counts as one of a bot. */
const USER_AGENT = `Mozilla/5.0 (Signpost ${VERSION}; npm run prove)`;

/** @throws Error if there is no answer; its message says why */
export const visit: Visit = (url, { method = "GET", form } = {}) =>
  new Promise((resolve, reject) => {
    const beganAt = performance.now();
    const body = form?.toString();
    const headers: Record<string, string> = {
      "User-Agent": USER_AGENT,
      Accept: "*/*",
      // A connection that is kept leads to one server, and would hide what another one answers.
      Connection: "close",
      ...(body !== undefined && {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": String(Buffer.byteLength(body)),
      }),
    };
    // A certificate that is not valid is what this is here to tell, and no secret is sent.
    const options = { method, headers, agent: globalAgent, rejectUnauthorized: false };
    const sent = request(url, options, (response) => {
      const certificate = readCertificate(response.socket as TLSSocket);
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? null,
          body: Buffer.concat(chunks).toString("utf8"),
          milliseconds: Math.round(performance.now() - beganAt),
          certificate,
        }),
      );
    });
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS / 1_000} seconds`)));
    sent.on("error", reject);
    sent.end(body);
  });

function readCertificate(socket: TLSSocket): Certificate {
  const { valid_to: end, issuer } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  const endsAtMs = Date.parse(end ?? "");
  const { authorizationError: problem } = socket;
  return {
    // Its type is Error, and it is a text in most versions of Node.
    problem: socket.authorized ? null : String((problem as Error | undefined)?.message ?? problem),
    endsAtMs: Number.isNaN(endsAtMs) ? null : endsAtMs,
    issuer: [issuer?.O, issuer?.CN].flat().filter(Boolean).join(" ") || "unknown",
  };
}
