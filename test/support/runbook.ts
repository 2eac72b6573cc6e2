import { readFile } from "node:fs/promises";

/** The sections of docs/runbooks.md by their headings. */
export const sections = new Map(
  (await readFile("docs/runbooks.md", "utf8"))
    .split("\n## ")
    .slice(1)
    .map((section): [string, string] => {
      const [heading = "", ...lines] = section.split("\n");
      return [heading, lines.join("\n")];
    }),
);

/** The lines that a section says its command prints, without their numbers. */
export function expectedLines(heading: string): string[] {
  const [, text = ""] = /```text\n(.*?)```/s.exec(sections.get(heading) ?? "") ?? [];
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(withoutNumbers);
}

export const withoutNumbers = (text: string) => text.replaceAll(/\d+/g, "N");
