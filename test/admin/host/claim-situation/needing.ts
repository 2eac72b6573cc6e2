import { check, cname, connect, proven, txt, type Situation } from "../../../support/claim-situation.ts";

/** Which hostnames need proof, and what a claim without it gets. */
export const NEEDING: Situation[] = [
  {
    title: "required: nobody answers until the record stands",
    mode: "required",
    steps: [
      ["A connects", connect("A", "go.victim"), { "go.victim": "-" }],
      ["the shared CNAME is set", cname("go.victim", "shared"), {}],
      ["a check", check("go.victim"), { "go.victim": "-" }],
      ["A sets the TXT record", txt("go.victim", "A"), {}],
      ["a check", check("go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "required: a record that stands already lets the hostname answer at once",
    mode: "required",
    steps: [
      ["the TXT record stands", txt("go.victim", "A"), {}],
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "required: an own CNAME target proves at once",
    mode: "required",
    steps: [
      ["the CNAME stands", cname("go.victim", "A"), {}],
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "required: squatter first, then the owner by CNAME",
    mode: "required",
    steps: [
      ["B connects", connect("B", "go.victim"), { "go.victim": "-" }],
      ["the owner points the CNAME at A's target", cname("go.victim", "A"), {}],
      ["B's claim is checked", check("go.victim"), { "go.victim": "-" }],
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
      ["a check a day later", check("go.victim", 1440), { "go.victim": "A" }],
    ],
  },
  {
    title: "required: the shared CNAME of the owner verifies no squatter",
    mode: "required",
    steps: [
      ["B connects", connect("B", "go.victim"), {}],
      ["the owner sets the shared CNAME", cname("go.victim", "shared"), {}],
      ["checks", check("go.victim", 60), { "go.victim": "-" }],
      ["A connects", connect("A", "go.victim"), { "go.victim": "-" }],
      ["A sets the TXT record", txt("go.victim", "A"), {}],
      ["a check", check("go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "off: whoever connects first answers",
    mode: "off",
    steps: [
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
      ["B connects", connect("B", "go.victim"), { "go.victim": "A" }],
      ["a check", check("go.victim", 60), { "go.victim": "A" }],
    ],
  },
  {
    title: "[10.17] off: a squatter without proof loses it to the first proof",
    mode: "off",
    steps: [
      ["B connects", connect("B", "go.victim"), { "go.victim": "B" }],
      ["the owner sets the shared CNAME", cname("go.victim", "shared"), {}],
      ["a check", check("go.victim"), { "go.victim": "B" }],
      ["A connects", connect("A", "go.victim"), { "go.victim": "B" }],
      ["A sets the TXT record", txt("go.victim", "A"), {}],
      ["a check", check("go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "off: a squatter loses it at once to an owner whose record stands",
    mode: "off",
    steps: [
      ["B connects", connect("B", "go.victim"), { "go.victim": "B" }],
      ["A's record is set", txt("victim", "A"), {}],
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "[10.16] off: a name below a wildcard that is held with proof needs proof",
    mode: "off",
    steps: [
      ["A proves the wildcard", proven("A", "*.victim"), { "pay.victim": "A" }],
      ["B connects a name below", connect("B", "pay.victim"), { "pay.victim": "A" }],
      ["a check", check("pay.victim", 60), { "pay.victim": "A" }],
      ["A connects the name, too", connect("A", "pay.victim"), { "pay.victim": "A" }],
    ],
  },
  {
    title: "off: a name below a wildcard that is held without proof needs none",
    mode: "off",
    steps: [
      ["A connects the wildcard", connect("A", "*.victim"), { "pay.victim": "A" }],
      ["B connects a name below", connect("B", "pay.victim"), { "pay.victim": "B", "x.victim": "A" }],
      ["A proves its domain", txt("victim", "A"), {}],
      ["the wildcard is checked", check("*.victim"), { "pay.victim": "B" }],
      ["A connects the name", connect("A", "pay.victim"), { "pay.victim": "A" }],
    ],
  },
  {
    title: "off: www of a name that is held with proof needs proof",
    mode: "off",
    steps: [
      ["A proves its domain", proven("A", "victim"), { "www.victim": "A" }],
      ["B connects www", connect("B", "www.victim"), { "www.victim": "A", victim: "A" }],
      ["a check", check("www.victim", 60), { "www.victim": "A" }],
    ],
  },
  {
    title: "off: a name above one that is held with proof needs proof",
    mode: "off",
    steps: [
      ["A proves go.", proven("A", "go.victim"), { "go.victim": "A" }],
      ["B connects the bare domain", connect("B", "victim"), { victim: "-" }],
      ["B connects the wildcard over it", connect("B", "*.victim"), { "x.victim": "-", "go.victim": "A" }],
    ],
  },
  {
    title: "off: a deep name below one that is held with proof needs proof",
    mode: "off",
    steps: [
      ["A proves its domain", proven("A", "victim"), {}],
      ["B connects far below", connect("B", "a.b.c.victim"), { "a.b.c.victim": "-" }],
    ],
  },
  {
    title: "off: another domain needs no proof, though a name of it ends alike",
    mode: "off",
    steps: [
      ["A proves its domain", proven("A", "victim"), {}],
      ["B connects a domain that only ends alike", connect("B", "go.notvictim"), { "go.notvictim": "B" }],
    ],
  },
  {
    title: "a sister name of one that is held with proof needs none",
    mode: "off",
    steps: [
      ["A proves go.", proven("A", "go.victim"), {}],
      ["B connects its sister", connect("B", "shop.victim"), { "shop.victim": "B", "go.victim": "A" }],
    ],
  },
];
