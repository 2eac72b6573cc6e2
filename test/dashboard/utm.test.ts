import { describe, expect, it } from "vitest";
import { adviseOn } from "../../src/dashboard/screen/utm/advice.ts";
import { fillUtm, readTemplates, templateFor } from "../../src/dashboard/screen/utm/templates.ts";

describe("[32.45] advice on a UTM value", () => {
  it.each([
    ["", [], null],
    ["news", [], null],
    ["Spring Sale", ["Spring Sale"], null],
    ["Spring Sale", [], { kind: "blank", better: "spring-sale" }],
    ["News", [], { kind: "capitals", better: "news" }],
    ["news ", [], { kind: "blank", better: "news" }],
    ["News", ["news"], { kind: "similar", better: "news" }],
    ["spring_sale", ["spring-sale"], { kind: "similar", better: "spring-sale" }],
    ["spring sale", ["Spring-Sale"], { kind: "similar", better: "Spring-Sale" }],
    ["spring", ["spring-sale"], null],
  ])("of %j among %j is %j", (value, known, advice) => {
    expect(adviseOn(value, known)).toEqual(advice);
  });
});

describe("[32.45] the template of a new link", () => {
  const onHost = { name: "host", host: "go.example", utm: { source: "host" } };
  const ofTag = { name: "tag", tag: "Spring", utm: { source: "tag" } };
  const ofBoth = { name: "both", tag: "sale", host: "go.example", utm: { source: "both" } };
  const byChoice = { name: "choice", utm: { source: "choice" } };
  const all = [byChoice, onHost, ofTag, ofBoth];

  it.each([
    ["other.example", [], undefined],
    ["go.example", [], "host"],
    ["go.example", ["spring"], "tag"],
    ["other.example", ["SPRING"], "tag"],
    ["other.example", ["sale"], undefined],
    ["go.example", ["sale"], "both"],
  ])("on %s with the tags %j is %s", (host, tags, name) => {
    expect(templateFor(all, host, tags)?.name).toBe(name);
  });

  it("fills all members, and none without a template", () => {
    expect(fillUtm(onHost)).toEqual({ source: "host", medium: "", campaign: "", term: "", content: "" });
    expect(Object.values(fillUtm(undefined))).toEqual(["", "", "", "", ""]);
  });

  it("is read from the settings of the workspace", () => {
    expect(readTemplates({ meta: ["name=a=b", `utm_templates=${JSON.stringify(all)}`] })).toEqual(all);
    expect(readTemplates({ meta: ["name=a"] })).toEqual([]);
    expect(readTemplates(undefined)).toEqual([]);
  });
});
