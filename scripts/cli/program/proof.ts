import { Option, type Command } from "commander";
import type { ApplyOptions } from "../change/carry-out.ts";
import type { CommonOptions, Execute } from "../cli.ts";
import { checkFile, checkFix, checkRows, RESULTS, type CheckOptions, type Result } from "../command/check.ts";
import { explain, METHODS, type ExplainOptions } from "../command/explain.ts";
import { addReadOptions } from "../read-option.ts";
import { addApplyOptions } from "./change.ts";
import { addCommand } from "./common.ts";
import { parseLimit } from "./number.ts";

const CHECK_HELP = `
The file is a list of URLs or paths, a sitemap, the export of a crawl or of a search console, or a list of redirects in
any format of signpost import: then its destinations are expected. It ends with 1 unless all URLs are covered.`;

/** Adds the commands that tell what visitors get. */
export function addProofCommands(program: Command, execute: Execute): void {
  addCommand(program, "explain <url>", "tell what a visitor of a URL gets, and why")
    .optionsGroup("Who visits:")
    .option("--country <code>", "where the visitor is, such as DE")
    .option("--language <text>", "what the header Accept-Language says")
    .option("--user-agent <text>", "what the header User-Agent says")
    .option("--address <address>", "the visitor's address, which sticky destinations depend on")
    .addOption(new Option("--method <method>", "the method of the request").choices(METHODS))
    .option("--at <moment>", "when, e.g. 2027-01-31T09:00:00Z")
    .option("--http", "the visitor comes by http")
    .option("--held", "as if the workspace held the hostnames that it claims")
    .action((url: string, options: ExplainOptions) => execute((cli) => explain(cli, url, options)));

  const check = addCommand(program, "check", "tell which URLs of a file are covered, and which are not")
    .argument("<file>")
    // The options of the commands below are theirs.
    .enablePositionalOptions();
  addReadOptions(check)
    .optionsGroup("What is checked:")
    .option("--targets", "also ask the URLs outside the workspace where visitors end")
    .option("--rows <number>", "how many URLs of each result are shown", parseLimit, 10)
    .option("-o, --output <file>", "write all results into a file as CSV")
    .addHelpText("after", CHECK_HELP)
    .action((file: string, options: CheckOptions) => execute((cli) => checkFile(cli, file, options)));
  addCommand(check, "rows <check>", "list the results of a check")
    .addOption(new Option("--result <result>", "only URLs with this result").choices(RESULTS))
    .option("-o, --output <file>", "write them into a file as CSV")
    .action((id: string, options: CommonOptions & { result?: Result; output?: string }) =>
      execute((cli) => checkRows(cli, id, options)),
    );
  addApplyOptions(
    addCommand(check, "fix <check>", "point the chains of a check at their ends, after a preview"),
  ).action((id: string, options: CommonOptions & ApplyOptions) =>
    execute((cli) => checkFix(cli, id, options)),
  );
}
