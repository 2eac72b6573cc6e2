import http from "node:http";
import { connect } from "node:net";
import { createRequire } from "node:module";

/** Two clients for YOURLS that are published, as their users load them. Neither has types, or has changed for years. */

const require = createRequire(import.meta.url);

type Answer = Record<string, unknown>;
type Done = (error: unknown, answer: Answer) => void;

interface NodeYourls {
  shorten(url: string, title: string, done: Done): void;
  vanity(url: string, keyword: string, done: Done): void;
  expand(item: string, done: Done): void;
  urlstats(item: string, done: Done): void;
}

/**
 * Makes the client `node-yourls`. It takes no port, so that its connections to port 80 are made to another one.
 * @param address that of the API, without its last part
 */
export function makeNodeYourls(address: string, signature: string, port: number) {
  const agent = new http.Agent();
  agent.createConnection = (_, done) =>
    connect({ host: "127.0.0.1", port }, done as (() => void) | undefined);
  http.globalAgent = agent;
  const NodeYourls = require("node-yourls") as new (url: string, signature: string) => NodeYourls;
  const client = new NodeYourls(address, signature);
  const call = (run: (done: Done) => void) =>
    new Promise<Answer>((resolve, reject) =>
      run((error, answer) => (error ? reject(error) : resolve(answer))),
    );
  return {
    shorten: (url: string, title: string) => call((done) => client.shorten(url, title, done)),
    vanity: (url: string, keyword: string) => call((done) => client.vanity(url, keyword, done)),
    expand: (item: string) => call((done) => client.expand(item, done)),
    urlstats: (item: string) => call((done) => client.urlstats(item, done)),
  };
}

type Told = (result: unknown, answer: Answer) => void;

export interface YourlsApi {
  connect(url: string, credentials: object, options: { format: string; method: string }): void;
  shorten(url: string, descriptor: object, told: Told): void;
  stats(criteria: object, told: Told): void;
  version(told: Told): void;
  url(url: string): { expand(told: Told): void; stats(told: Told): void };
  db: { stats(told: Told): void };
}

/** Loads the client `yourls-api`, which is made for browsers, with the part of a browser that it needs. */
export function loadYourlsApi(): YourlsApi {
  Object.assign(globalThis, { XMLHttpRequest: FetchedRequest });
  return require("yourls-api") as YourlsApi;
}

class FetchedRequest {
  onreadystatechange = () => {};
  readyState = 0;
  responseText = "";
  private method = "";
  private url = "";
  private readonly headers = new Headers();

  open(method: string, url: string): void {
    Object.assign(this, { method, url });
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  send(body: string | null): void {
    void this.fetch(body);
  }

  private async fetch(body: string | null): Promise<void> {
    const response = await fetch(this.url, { method: this.method, headers: this.headers, body });
    this.responseText = await response.text();
    this.readyState = 4;
    this.onreadystatechange();
  }
}
