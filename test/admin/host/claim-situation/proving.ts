import { env } from "cloudflare:workers";
import { check, cname, connect, txt, type Situation } from "../../../support/claim-situation.ts";

/** What proves a hostname, and for which names. */
export const PROVING: Situation[] = [
  {
    title: "a TXT record of the domain proves all names below it",
    mode: "required",
    steps: [
      ["the record stands", txt("victim", "A"), {}],
      ["A connects a name", connect("A", "go.victim"), { "go.victim": "A" }],
      ["A connects a deep name", connect("A", "a.b.victim"), { "a.b.victim": "A" }],
      ["A connects the wildcard", connect("A", "*.victim"), { "x.victim": "A" }],
      ["A connects the domain", connect("A", "victim"), { victim: "A" }],
    ],
  },
  {
    title: "[10.15] the nearest record decides, whatever it holds",
    mode: "required",
    steps: [
      ["the domain is A's", txt("victim", "A"), {}],
      ["one name has a record of somebody else", txt("shop.victim", "B"), {}],
      ["A connects that name", connect("A", "shop.victim"), { "shop.victim": "-" }],
      ["A connects a name below it", connect("A", "eu.shop.victim"), { "eu.shop.victim": "-" }],
      ["B connects it", connect("B", "shop.victim"), { "shop.victim": "B" }],
    ],
  },
  {
    title: "the nearest record decides, though it is nobody's",
    mode: "required",
    steps: [
      ["the domain is A's", txt("victim", "A"), {}],
      ["one name has another text", txt("shop.victim", "reserved"), {}],
      ["A connects it", connect("A", "shop.victim"), { "shop.victim": "-" }],
    ],
  },
  {
    title: "a record above the registrable domain proves nothing",
    mode: "required",
    steps: [
      [
        "the public suffix has a record",
        (scene) => scene.dns("_signpost.example", { TXT: [scene.of("B").txt] }),
        {},
      ],
      ["B connects", connect("B", "go.victim"), { "go.victim": "-" }],
    ],
  },
  {
    title: "a record below a name proves nothing for it",
    mode: "required",
    steps: [
      ["go. is A's", txt("go.victim", "A"), {}],
      ["A connects the domain", connect("A", "victim"), { victim: "-" }],
    ],
  },
  {
    title: "[10.15] a wildcard is proved by TXT only",
    mode: "required",
    steps: [
      ["the wildcard CNAME leads to A's target", cname("*.victim", "A"), {}],
      ["so does the check's own name", cname("signpost-check.victim", "A"), {}],
      ["A connects the wildcard", connect("A", "*.victim"), { "x.victim": "-" }],
      ["A sets the TXT record", txt("victim", "A"), {}],
      ["a check", check("*.victim"), { "x.victim": "A" }],
    ],
  },
  {
    title: "an own target counts only while names below the shared one resolve",
    mode: "required",
    steps: [
      ["they do not", (scene) => scene.dns(`signpost-check.${env.CNAME_TARGET}`, null), {}],
      ["the CNAME leads to A's target", cname("go.victim", "A"), {}],
      ["A connects", connect("A", "go.victim"), { "go.victim": "-" }],
    ],
  },
  {
    title: "the target of another workspace proves nothing",
    mode: "required",
    steps: [
      ["the CNAME leads to A's target", cname("go.victim", "A"), {}],
      ["B connects", connect("B", "go.victim"), { "go.victim": "-" }],
      ["a check", check("go.victim", 60), { "go.victim": "-" }],
    ],
  },
];
