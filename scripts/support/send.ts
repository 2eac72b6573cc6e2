import { request } from "node:http";

export interface Sent {
  host: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export interface Received {
  status: number;
  location: string | null;
  body: string;
}

/**
 * Sends one request to any hostname on this machine, without following redirects. Rejects if the connection breaks. Each request has
 * its own connection, because an open one may be closed just when the next request is sent.
 */
export function send(port: number, { host, headers = {}, body, ...sent }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = {
      agent: false,
      host: "127.0.0.1",
      port,
      headers: { Host: host, ...headers },
      ...sent,
    };
    const asked = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? null,
          body: text,
        }),
      );
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
