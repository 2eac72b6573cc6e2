import { Option, type Command } from "commander";
import type { ApplyOptions } from "../change/carry-out.ts";
import type { CommonOptions, Execute } from "../cli.ts";
import { checkFile, checkFix, checkRows, RESULTS, type CheckOptions, type Result } from "../command/check.ts";
import { explain, METHODS, type ExplainOptions } from "../command/explain.ts";
import { addReadOptions } from "../read-option.ts";
import { addApplyOptions } from "./change.ts";
import { addCommand, parseLimit } from "./common.ts";

const CHECK_HELP = `
The file is a list of URLs or paths, a sitemap, the export of a crawl or of a search console, or a list of redirects in
any format of signpost import: then its destinations are expected. A line of a list may say them as well:
old.example/a https://new.example/a 301. It ends with 1 unless all URLs are covered.`;

/** Adds the commands that explain and check what visitors get. */
export function addInspectCommands(program: Command, execute: Execute): void {
  addCommand(program, "explain <url>", "explain what a visitor of a URL gets")
    .optionsGroup("Who visits:")
    .option("--country <code>", "the visitor's country, such as DE")
    .option("--language <text>", "the header Accept-Language")
    .option("--user-agent <text>", "the header User-Agent")
    .option("--address <address>", "the visitor's address, which sticky destinations depend on")
    .addOption(new Option("--method <method>", "the method of the request").choices(METHODS))
    .option("--at <moment>", "the time of the visit, e.g. 2027-01-31T09:00:00Z")
    .option("--http", "the visitor comes by http")
    .option("--held", "as if the workspace held the hostnames that it claims")
    .action((url: string, options: ExplainOptions) => execute((cli) => explain(cli, url, options)));

  const check = addCommand(program, "check", "check which URLs of a file are covered by records")
    .argument("<file>")
    // The options of the commands below are theirs.
    .enablePositionalOptions();
  addReadOptions(check)
    .optionsGroup("What is checked:")
    .option("--targets", "also request the URLs outside the workspace to which visitors are redirected")
    .option("--rows <number>", "the number of URLs of each result to show", parseLimit, 10)
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
    addCommand(check, "fix <check>", "point the chains of a check at their final URLs, after a preview"),
  ).action((id: string, options: CommonOptions & ApplyOptions) =>
    execute((cli) => checkFix(cli, id, options)),
  );
}
