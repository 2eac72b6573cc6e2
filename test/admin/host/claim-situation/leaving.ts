import { check, cname, connect, proven, txt, type Situation } from "../../../support/claim-situation.ts";

/** Disconnecting, returning, moving, and names that need no proof. */
export const LEAVING: Situation[] = [
  {
    title: "disconnecting lets the next claim with proof hold it",
    mode: "required",
    steps: [
      ["both records stand", txt("go.victim", "A", "B"), {}],
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
      ["B connects", connect("B", "go.victim"), { "go.victim": "A" }],
      ["A disconnects", (scene) => scene.disconnect("A", "go.victim"), { "go.victim": "B" }],
      ["A returns", connect("A", "go.victim"), { "go.victim": "B" }],
    ],
  },
  {
    title: "required: disconnecting gives nothing to a claim without proof",
    mode: "required",
    steps: [
      ["A holds it with proof", proven("A", "go.victim"), {}],
      ["B connects", connect("B", "go.victim"), {}],
      ["A disconnects", (scene) => scene.disconnect("A", "go.victim"), { "go.victim": "-" }],
      ["A returns", connect("A", "go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "off: disconnecting gives it to the oldest claim",
    mode: "off",
    workspaces: ["A", "B", "C"],
    steps: [
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
      ["B connects", connect("B", "go.victim"), { "go.victim": "A" }],
      ["C connects", connect("C", "go.victim"), { "go.victim": "A" }],
      ["A disconnects", (scene) => scene.disconnect("A", "go.victim"), { "go.victim": "B" }],
      ["B disconnects", (scene) => scene.disconnect("B", "go.victim"), { "go.victim": "C" }],
    ],
  },
  {
    title: "required: a CNAME left behind is nobody's to claim",
    mode: "required",
    steps: [
      ["the CNAME leads to A's target", cname("go.victim", "A"), {}],
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
      ["A disconnects", (scene) => scene.disconnect("A", "go.victim"), { "go.victim": "-" }],
      ["B connects", connect("B", "go.victim"), { "go.victim": "-" }],
      ["a check", check("go.victim", 60), { "go.victim": "-" }],
    ],
  },
  {
    title: "below .localhost nobody proves anything, and the first keeps it",
    mode: "required",
    steps: [
      ["A connects", connect("A", "victim.localhost"), { "victim.localhost": "A" }],
      ["B connects", connect("B", "victim.localhost"), { "victim.localhost": "A" }],
      ["a check", check("victim.localhost", 60), { "victim.localhost": "A" }],
      ["A disconnects", (scene) => scene.disconnect("A", "victim.localhost"), { "victim.localhost": "B" }],
    ],
  },
  {
    title: "below .localhost a wildcard of another needs no proof of names below it",
    mode: "required",
    steps: [
      ["A connects the wildcard", connect("A", "*.victim.localhost"), { "x.victim.localhost": "A" }],
      ["B connects below", connect("B", "x.victim.localhost"), { "x.victim.localhost": "B" }],
    ],
  },
  {
    title: "auto: what was connected while there was one workspace goes on answering",
    mode: "auto",
    workspaces: ["A"],
    steps: [
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
      ["a second workspace", (scene) => scene.add("B"), { "go.victim": "A" }],
      ["B connects the same", connect("B", "go.victim"), { "go.victim": "A" }],
      ["a check", check("go.victim", 60), { "go.victim": "A" }],
      ["A connects another name", connect("A", "shop.victim"), { "shop.victim": "-" }],
      ["A proves its domain", txt("victim", "A"), {}],
      ["a check", check("shop.victim"), { "shop.victim": "A" }],
    ],
  },
  {
    title: "auto: what was connected before is held without proof, and passes to the first proof",
    mode: "auto",
    workspaces: ["A"],
    steps: [
      ["A connects", connect("A", "go.victim"), { "go.victim": "A" }],
      ["a second workspace", (scene) => scene.add("B"), {}],
      ["the record is B's", txt("go.victim", "B"), {}],
      ["B connects", connect("B", "go.victim"), { "go.victim": "B" }],
    ],
  },
  {
    title: "[10.18] a move passes a hostname on without DNS",
    mode: "required",
    steps: [
      ["A holds it with proof", proven("A", "go.victim"), {}],
      ["A moves it to B", (scene) => scene.move("A", "B", "go.victim"), { "go.victim": "-" }],
      ["B makes its redirect", (scene) => scene.redirect("B", "go.victim"), { "go.victim": "B" }],
    ],
  },
  {
    title: "what was moved stays moved, though the giver's record still stands",
    mode: "required",
    steps: [
      ["A holds it with proof", proven("A", "go.victim"), {}],
      ["B connects", connect("B", "go.victim"), { "go.victim": "A" }],
      ["A moves it", (scene) => scene.move("A", "B", "go.victim"), { "go.victim": "B" }],
      ["a check", check("go.victim", 20), { "go.victim": "B" }],
      ["a check a day later", check("go.victim", 1440), { "go.victim": "B" }],
      ["B moves it back", (scene) => scene.move("B", "A", "go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "[10.18] what was moved on returns to nobody who gave it, though the first record stands",
    mode: "required",
    workspaces: ["A", "B", "C"],
    steps: [
      ["A holds it with proof", proven("A", "go.victim"), {}],
      ["B connects", connect("B", "go.victim"), { "go.victim": "A" }],
      ["C connects", connect("C", "go.victim"), { "go.victim": "A" }],
      ["A moves it to B", (scene) => scene.move("A", "B", "go.victim"), { "go.victim": "B" }],
      ["B moves it to C", (scene) => scene.move("B", "C", "go.victim"), { "go.victim": "C" }],
      ["a check", check("go.victim", 20), { "go.victim": "C" }],
      ["C moves it to A", (scene) => scene.move("C", "A", "go.victim"), { "go.victim": "A" }],
    ],
  },
  {
    title: "what was moved passes to a third workspace that proves it",
    mode: "required",
    workspaces: ["A", "B", "C"],
    steps: [
      ["A holds it with proof", proven("A", "go.victim"), {}],
      ["A moves it to B", (scene) => scene.move("A", "B", "go.victim"), {}],
      ["the record is C's", txt("go.victim", "C"), {}],
      ["C connects", connect("C", "go.victim"), { "go.victim": "C" }],
    ],
  },
  {
    title: "of three, the one whose record stands",
    mode: "required",
    workspaces: ["A", "B", "C"],
    steps: [
      ["A holds it with proof", proven("A", "go.victim"), {}],
      ["B connects", connect("B", "go.victim"), {}],
      ["C connects", connect("C", "go.victim"), { "go.victim": "A" }],
      ["the record is C's", txt("go.victim", "C"), {}],
      ["a first check", check("go.victim"), { "go.victim": "A" }],
      ["the record is B's", txt("go.victim", "B"), {}],
      ["ten minutes after C's first", check("go.victim", 10), { "go.victim": "A" }],
      ["ten minutes after B's first", check("go.victim", 10), { "go.victim": "B" }],
    ],
  },
  {
    title: "a wildcard passes on, and names below it that are held stay where they are",
    mode: "required",
    steps: [
      ["A proves the wildcard", proven("A", "*.victim"), { "x.victim": "A" }],
      ["A connects go.", connect("A", "go.victim"), { "go.victim": "A" }],
      ["B connects the wildcard", connect("B", "*.victim"), { "x.victim": "A" }],
      ["the record is B's", txt("victim", "B"), {}],
      ["a first check", check("*.victim"), { "x.victim": "A" }],
      ["a second check", check("*.victim", 10), { "x.victim": "B", "go.victim": "A" }],
    ],
  },
  {
    title: "a claim that waits takes no visitors from what answers for it meanwhile",
    mode: "required",
    steps: [
      ["A proves its domain", proven("A", "victim"), { "www.victim": "A" }],
      ["A connects the wildcard", connect("A", "*.victim"), { "x.victim": "A" }],
      ["B connects a name below", connect("B", "x.victim"), { "x.victim": "A" }],
      ["B connects www", connect("B", "www.victim"), { "www.victim": "A" }],
    ],
  },
];
