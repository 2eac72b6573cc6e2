import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createWorkspace, visit } from "../support/workspace.ts";

it("probes", async () => {
  const w = await createWorkspace();
  const log = (label: string, a: any) => console.log(label, a.status, JSON.stringify(a.body).slice(0, 1500));
  log("host", await w.call("POST", "/host", { host: "go.acme.example" }));
  log("link", await w.call("POST", "/link", { host: "go.acme.example", alias: "a", destination: "example.com/x" }));
  log("redirect", await w.call("POST", "/redirect", { url: "go.acme.example/blog/*/", destination: "https://example.com" }));
  log("utm bad member", await w.call("POST", "/link", { host: "go.acme.example", utm: { source: 5 } }));
  log("utm bad entry", await w.call("POST", "/link", { host: "go.acme.example", utm: ["source=x", 5] }));
  log("utm bad name", await w.call("POST", "/link", { host: "go.acme.example", utm: ["source=x", "bogus=5"] }));
  log("utm surrogate", await w.call("POST", "/link", { host: "go.acme.example", destination: "https://x.example", utm: ["source=\ud800"] }));
  log("nul title", await w.call("POST", "/link", { host: "go.acme.example", alias: "nul", title: "a\u0000b" }));
  console.log(JSON.stringify((await env.DB.prepare("select title, length(title) l from records where source='/nul'").all()).results));
  log("no host + cross", await w.call("POST", "/link", { alias: "q", destination: "https://a.example", destinations: ["https://b.example"] }));
  log("taken + cross", await w.call("POST", "/link", { host: "go.acme.example", alias: "a", type: "301", status: 302 }));
  log("id ff", await w.call("GET", "/link/%FF"));
  log("id 0", await w.call("GET", "/link/%00"));
  const big = Array.from({ length: 20 }, (_, i) => "https://example.com/" + "x".repeat(2020) + i);
  const urls = Array.from({ length: 100 }, (_, i) => "go.acme.example/p" + i).join(" ");
  log("100 x 20", await w.call("POST", "/redirect", { url: urls, destinations: big }));
  expect(1).toBe(1);
});
