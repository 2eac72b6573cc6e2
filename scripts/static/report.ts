import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReportFile } from "../../src/admin/report/render-report.ts";
import { fillText } from "../../src/domain/fill-text.ts";
import { escapeHtml } from "../../src/runtime/escape-html.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import type { StaticFile } from "./folder.ts";
import { listLanguages, readLanguage } from "./text-problems.ts";

const SOURCE = join(PROJECT_FOLDER, "src/admin/report");
const TEXTS = join(PROJECT_FOLDER, "src/dashboard/text");

/** The printed report, a file a language. The Worker reads it when somebody prints one: text in the Worker has a cost. */
export async function report(): Promise<StaticFile[]> {
  const [template, style] = await Promise.all(
    ["page.html.txt", "report.css.txt"].map((name) => readFile(join(SOURCE, name), "utf8")),
  );
  return Promise.all(
    (await listLanguages(TEXTS)).map(async (language) => {
      const parts = await readLanguage(join(TEXTS, language));
      // In English the API itself says what its codes mean.
      const names = language === "en" ? ["report"] : ["report", "reason", "explain"];
      const texts = Object.assign({}, ...names.map((name) => parts.get(name))) as ReportFile["texts"];
      const page = (template ?? "")
        .replaceAll(/\{(report\.[\w.]+)\}/g, (_, key: string) =>
          escapeHtml(fillText(texts[key] ?? key, {}, language)),
        )
        .replace("{style}", () => style ?? "");
      const file: ReportFile = { page, texts };
      return { path: `report/${language}.json`, contents: Buffer.from(JSON.stringify(file)) };
    }),
  );
}
