/** A numbered section of docs/contract.md with its rules, in order. */
export interface ContractSection {
  number: string;
  title: string;
  rules: string[];
}

const SECTION = /^## (?<number>\d+)\. (?<title>.+)$/;
const RULE = /^- \*\*(?<number>\d+\.\d+)\*\* \S/;

/** Parses the contract into its sections and the numbers of their rules. */
export function parseContract(markdown: string): ContractSection[] {
  const sections: ContractSection[] = [];
  for (const line of markdown.split("\n")) {
    const section = SECTION.exec(line)?.groups;
    if (section) sections.push({ number: section["number"]!, title: section["title"]!, rules: [] });
    const rule = RULE.exec(line)?.groups;
    if (rule) sections.at(-1)?.rules.push(rule["number"]!);
  }
  return sections;
}

/** A text that cites rules or a whole section, and its location. */
interface Citation {
  line: number;
  number: string;
}

const CITATION = /\b(?:contract \d+(?:\.\d+)?|rules? \d+\.\d+)(?:(?:, and |, | and | to )\d+\.\d+)*/gi;

/** Finds the citations in a text: "contract 6.2", "contract 6", "contract 6.2 and 6.4", "rule 6.2". */
export function findCitations(text: string, pattern = CITATION): Citation[] {
  return text.split("\n").flatMap((content, index) =>
    [...content.matchAll(pattern)].flatMap(([citation]) => {
      const numbers = citation.match(/\d+(?:\.\d+)?/g) ?? [];
      return numbers.map((number) => ({ line: index + 1, number }));
    }),
  );
}

const BRACKETS = /\[\d+\.\d+(?:, \d+\.\d+)*\](?!\()/g;

/** Finds the citations in a page of docs: the same forms, and "[6.2]". */
export function findPageCitations(markdown: string): Citation[] {
  return [...findCitations(markdown), ...findCitations(markdown, BRACKETS)];
}

/** A title of a test that begins with the numbers of its rules. */
export interface RuleTitle {
  rules: string[];
  title: string;
}

const TITLE =
  /(?<quote>["'`])\[(?<rules>\d+\.\d+(?:, \d+\.\d+)*)\] (?<title>(?:\\.|(?!\k<quote>).)+)\k<quote>/g;

/** Finds the titles in a test file that begin with rules: "[6.2] answers …", "[6.2, 6.3] …". */
export function findRuleTitles(source: string): RuleTitle[] {
  return [...source.matchAll(TITLE)].map(({ groups }) => ({
    rules: groups!["rules"]!.split(", "),
    title: groups!["title"]!.replaceAll(/\\(["'`\\])/g, "$1"),
  }));
}
