import { addUp, type Mover } from "./mover.ts";
import type { Env } from "../../src/env.ts";

/** What people do with a workspace while it moves. Each works after all before it. */

interface Write {
  what: string;
  act(mover: Mover, source: Env): Promise<unknown>;
}

const IS_SVG = { "Content-Type": "image/svg+xml" };
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h1v1z"/></svg>`;

export const WRITES: Write[] = [
  { what: "create a link", act: (m) => m.createLink("fifth", { tags: ["New"] }) },
  { what: "check URLs", act: (m) => m.checkUrls([`https://${m.hosts[0]}/first`]) },
  {
    what: "change a link",
    act: (m) =>
      m.must("PUT", `/link/${m.idOf("first")}`, { destination: "https://changed.example/", tags: ["b"] }),
  },
  { what: "delete a link", act: (m) => m.must("DELETE", `/link/${m.idOf("second")}`) },
  { what: "create one at the path of a deleted one", act: (m) => m.createLink("second") },
  {
    what: "swap the paths of two links",
    async act(m) {
      for (const [name, alias] of [
        ["first", "aside"],
        ["third", "first"],
        ["first", "third"],
      ] as const) {
        await m.must("PUT", `/link/${m.idOf(name)}`, { alias });
      }
    },
  },
  {
    what: "connect a hostname, and import links on it",
    async act(m) {
      const host = `c.${m.hosts[0]}`;
      await m.must("POST", "/host", { host });
      const rows = Array.from({ length: 60 }, (_, n) => ({
        host,
        alias: `i${n}`,
        destination: `https://i.example/${n}`,
      }));
      await m.must("POST", "/bulk/import", { rows });
    },
  },
  {
    what: "move a link to another hostname",
    act: (m) => m.must("PUT", `/link/${m.idOf("fifth")}`, { host: `c.${m.hosts[0]}` }),
  },
  {
    what: "disconnect a hostname, and connect it again",
    async act(m) {
      await m.must("DELETE", `/host/${m.hosts[1]}`);
      await m.must("POST", "/host", { host: m.hosts[1] });
      await m.createLink("again", { host: m.hosts[1] });
    },
  },
  { what: "overwrite a file that a link serves", act: (m) => m.must("PUT", "/files/page", "<p>other") },
  {
    what: "upload a file, and have a link serve it",
    async act(m) {
      await m.must("PUT", "/files/more", "<p>more");
      await m.must("PUT", `/link/${m.idOf("fourth")}`, { file: "more" });
      await m.must("DELETE", "/files/page");
      await m.must("PUT", "/files/picture.svg", SVG, IS_SVG);
    },
  },
  {
    what: "add a member, and remove one",
    async act(m) {
      const { body } = await m.must("GET", "/members");
      const ada = body.data.find(({ name }: { name: string }) => name === "Ada");
      await m.must("POST", "/members", { email: `bob@${m.hosts[0]}`, name: "Bob", role: "viewer" });
      await m.must("DELETE", `/members/${ada.id}`);
    },
  },
  {
    what: "create a token, and delete one",
    async act(m) {
      const { body } = await m.must("GET", "/tokens");
      const limited = body.data.find(({ name }: { name: string }) => name === "limited");
      await m.must("POST", "/tokens", { name: "another", role: "viewer" });
      await m.must("DELETE", `/tokens/${limited.id}`);
    },
  },
  {
    what: "run a change, and undo it",
    async act(m) {
      await m.undo(
        await m.carryOut({ destination_find: ".example", destination_replace: ".changed.example" }),
      );
    },
  },
  {
    what: "delete links by changes, and undo one of them",
    async act(m) {
      await m.carryOut({ filter: { host: m.hosts[1] }, delete: true });
      await m.undo(await m.carryOut({ delete: true }));
    },
  },
  { what: "rename a tag", act: (m) => m.must("PUT", "/tags/old", { name: "older" }) },
  {
    what: "count clicks",
    async act(m, source) {
      await m.count("first", 2);
      await m.count("third", 1);
      await addUp(source);
    },
  },
  { what: "delete the clicks of a link", act: (m) => m.must("DELETE", `/links/${m.idOf("third")}/stats`) },
  { what: "count more clicks", act: (m) => m.count("third", 4) },
  { what: "delete the sitemap", act: (m) => m.must("DELETE", `/sitemaps/${m.hosts[0]}`) },
  {
    what: "pause a link",
    act: (m) => m.must("POST", `/links/${m.idOf("first")}/pause`, undefined, { "Idempotency-Key": "a key" }),
  },
  {
    what: "resolve a miss",
    act: (m) => m.must("POST", "/misses/resolve", { host: m.hosts[0], paths: ["/missed"], to: "ignore" }),
  },
];
