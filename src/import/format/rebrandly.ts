import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import { toAliasSources } from "../item.ts";

const NAMES = {
  target: "destination",
  title: "title",
  description: "description",
  tags: "tags",
  createdAt: "createdAt",
  clicks: "clicks",
};

export const rebrandlyCsv = csvFormat({
  key: "rebrandly-csv",
  label: "Rebrandly (names of its API), CSV",
  header: ["slashtag", "destination"],
  names: NAMES,
  toDraft: (row) => {
    const host = row.text(["domain", "domainname", "domainfullname"]) || row.text("shorturl").split("/")[0];
    return {
      sources: toAliasSources(row.text("slashtag"), host),
      forwardQuery: row.flag("forwardparameters") ?? undefined,
    };
  },
});

export const rebrandlyJson = jsonFormat({
  key: "rebrandly-json",
  label: "Rebrandly (API), JSON",
  path: "",
  members: ["slashtag", "destination"],
  names: { ...NAMES, slug: "slashtag", host: ["domain/fullName", "domainName"] },
  toDraft: (link) => {
    const isOff = (link.text("status") || "active") !== "active";
    return {
      forwardQuery: link.is("forwardParameters") ? true : undefined,
      isPaused: isOff,
      warnings: [isOff && refuse("file_deleted")],
    };
  },
});
