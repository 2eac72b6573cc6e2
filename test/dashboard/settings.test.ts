import { describe, expect, it } from "vitest";
import { nest } from "../../src/dashboard/component/edit-form.tsx";
import { changeOf, keepTyped } from "../../src/dashboard/component/keep-typed.ts";
import { shownLook, toLookFields, toLookForm } from "../../src/dashboard/screen/look/look-form.ts";
import { findUses, toFileName } from "../../src/dashboard/screen/settings/file-name.ts";
import { isLastOwner } from "../../src/dashboard/screen/settings/last-owner.ts";
import { keepHost } from "../../src/dashboard/screen/hosts/keep-host.ts";
import { IncompleteError, readExport } from "../../src/dashboard/state/read-export.ts";
import { readMeta, toWorkspaceForm } from "../../src/dashboard/screen/settings/workspace-form.ts";

const NO_LOOK = { branding: null, pages: null };
const BRANDING = {
  name: "Acme",
  logo: "logo.svg",
  color: null,
  link: null,
  contact: null,
  hide_mark: false,
  gate_title: null,
};

describe("a form", () => {
  it("sends only changed fields, nested as in the API", () => {
    const first = toLookFields(toLookForm(NO_LOOK));
    const form = { ...toLookForm(NO_LOOK), name: " Acme ", hide_mark: "no" as const, page_404: "lost.html" };
    expect(nest(changeOf(toLookFields(form), first))).toEqual({
      branding: { name: "Acme", hide_mark: false },
      pages: { "404": "lost.html" },
    });
    expect(changeOf(first, first)).toEqual({});
  });

  it("[32.40] takes what was stored, but what was typed since it was sent", () => {
    const sent = { name: " Acme ", tags: ["a"], color: "" };
    const stored = { name: "Acme", tags: ["a"], color: "" };
    expect(keepTyped(stored, sent, { ...sent, tags: ["a"] })).toEqual(stored);
    expect(keepTyped(stored, sent, { ...sent, tags: ["a", "b"] })).toEqual({ ...stored, tags: ["a", "b"] });
  });

  it.each([
    [" info@acme.example ", "mailto:info@acme.example"],
    ["mailto:info@acme.example", "mailto:info@acme.example"],
    ["https://acme.example/@info", "https://acme.example/@info"],
    ["", null],
  ])("sends the contact %j as %j", (contact, sent) => {
    expect(toLookFields({ ...toLookForm(NO_LOOK), contact })["branding.contact"]).toBe(sent);
  });

  it("sends null for emptied fields", () => {
    const look = { branding: BRANDING, pages: null };
    const form = { ...toLookForm(look), logo: "", hide_mark: "" as const };
    const change = changeOf(toLookFields(form), toLookFields(toLookForm(look)));
    expect(change).toEqual({ "branding.logo": null, "branding.hide_mark": null });
  });

  it("shows a hostname's own members, else those of the workspace", () => {
    const workspace = toLookForm({
      branding: BRANDING,
      pages: { "404": "lost.html", "410": null, paused: null },
    });
    const own = { ...toLookForm(NO_LOOK), name: "Shop" };
    expect(shownLook(own, workspace)).toMatchObject({
      name: "Shop",
      logo: "logo.svg",
      hide_mark: "no",
      page_404: "lost.html",
    });
    expect(shownLook(own, null)).toEqual(own);
  });
});

it("reads the settings of a workspace, whatever their values hold", () => {
  const meta = ["name=Acme", "notify_url=https://a.example/?b=c", "verification_token=5f"];
  expect(readMeta({ meta })["verification_token"]).toBe("5f");
  expect(toWorkspaceForm({ meta })).toMatchObject({
    name: "Acme",
    notify_url: "https://a.example/?b=c",
    email: "",
  });
});

it("knows the last owner of the whole workspace", () => {
  const [ada, bob, eve] = [
    { id: "ada", role: "owner", hosts: null, tags: null },
    { id: "bob", role: "owner", hosts: ["go.a.example"], tags: null },
    { id: "eve", role: "editor", hosts: null, tags: null },
  ] as const;
  const members = [ada, { ...bob, hosts: [...bob.hosts] }, eve];
  expect(members.map((member) => isLastOwner(member, members))).toEqual([true, false, false]);
  const tagged = { id: "tim", role: "owner" as const, hosts: null, tags: ["Sales"] };
  expect(isLastOwner(ada, [...members, tagged])).toBe(true);
  expect(isLastOwner(ada, [...members, { id: "ida", role: "owner", hosts: null, tags: null }])).toBe(false);
});

describe("stored files", () => {
  it("get a name that the API takes", () => {
    expect([" Unser Logo (neu).SVG ", "a.html"].map(toFileName)).toEqual(["unser-logo-neu-.svg", "a.html"]);
  });

  it("name every place that shows them", () => {
    const pages = { "404": "lost.html", "410": "lost.html", paused: null };
    const places = {
      workspace: { branding: BRANDING, pages },
      hosts: [{ host: "go.a.example", branding: { ...BRANDING, logo: "other.png" }, pages }],
      records: [{ id: "r1", url: "go.a.example/a", file: "lost.html" }],
    };
    expect(findUses("logo.svg", places).map(({ as, name }) => [as, name])).toEqual([["logo", ""]]);
    expect(findUses("lost.html", places).map(({ as, name }) => `${as} ${name}`)).toEqual([
      "404 ",
      "410 ",
      "404 go.a.example",
      "410 go.a.example",
      "record go.a.example/a",
    ]);
    expect(findUses("none.html", places)).toEqual([]);
  });
});

describe("an export", () => {
  const record = (id: string) =>
    `${JSON.stringify({ kind: "record", data: { id, title: "ä".repeat(3_000) } })}\n`;
  const cursor = (next: string | null) => `${JSON.stringify({ kind: "cursor", next })}\n`;
  const read = (parts: Record<string, string>) =>
    readExport(
      async (at) => new Blob([parts[at ?? ""] ?? ""]),
      () => {},
    );

  it("[26.3] is read to its end, without the lines that join its parts", async () => {
    const file = await read({
      "": record("a") + cursor("one"),
      one: cursor("two"),
      two: record("b") + cursor(null),
    });
    expect(await file.text()).toBe(record("a") + record("b"));
  });

  it("[26.1] of one hostname has its claim, files and records with their history, over all parts", async () => {
    const line = (kind: string, data: object) => `${JSON.stringify({ kind, data })}\n`;
    const [own, other] = ["go.a.example", "go.b.example"];
    const lines = (host: string, id: string) => [
      line("claim", { host }),
      line("host_file", { host, name: "robots.txt" }),
      line("record", { id, host }),
    ];
    const after = (host: string, id: string) => [
      line("history", { record_id: id, new: {} }),
      line("host_history", { host }),
    ];
    const rest = line("workspace", { id: "w" }) + line("blocklist", { hosts: [own] });
    const parts: Record<string, string> = {
      "": rest + [...lines(own, "1"), ...lines(other, "2")].join("") + cursor("one"),
      one: [...after(other, "2"), ...after(own, "1")].join("") + cursor(null),
    };
    const keep = keepHost(own);
    const kept = Object.fromEntries(Object.entries(parts).map(([at, part]) => [at, keep(part)]));
    expect(await (await read(kept)).text()).toBe([...lines(own, "1"), ...after(own, "1")].join(""));
    await expect(read({ "": keepHost(own)(parts[""]!.slice(0, -5)) })).rejects.toThrow(IncompleteError);
    await expect(read({ "": keepHost(own)('{"kind":"record","data":{"a":{}}') })).rejects.toThrow(
      IncompleteError,
    );
  });

  it.each([
    ["in a line", record("a").slice(0, 50)],
    ["between lines", record("a")],
    ["at once", ""],
    ["in the last line", record("a") + cursor("one").slice(0, -4)],
  ])("[26.3] that breaks off %s is no export", async (_, part) => {
    await expect(read({ "": part })).rejects.toThrow(IncompleteError);
  });
});
