import type { Command } from "commander";
import {
  linksCreate,
  linksDelete,
  linksList,
  linksUpdate,
  type LinkCreateOptions,
  type LinkDeleteOptions,
  type LinkListOptions,
  type LinkUpdateOptions,
} from "../command/link.ts";
import { addPair, addText } from "../pair.ts";
import type { Execute } from "../cli.ts";
import { addApplyOptions } from "./change.ts";
import { addCommand, parseLimit } from "./common.ts";

const FILTERS = `
Filters: id, host, path, tld, handler, type, destination, search, tags, traffic (none, some), dns_correct, status
(active, paused), untagged, expired, created_by, plugins, managed_by, has_rules, monitor (healthy, broken),
created_after, created_before. A record must match all of them; each can be given once.`;

const UPDATE_EXAMPLES = `
Examples:
  signpost links update 0198c0de-7a10-7000-8000-000000000001 --destination https://example.com/summer
  signpost links update --filter destination=//shop.example/ --find //shop.example/ --replace //new.example/
  signpost links update --filter tags=mail --param utm_source=mail --add-tag spring`;

export function addLinkCommands(program: Command, execute: Execute): void {
  const links = program.command("links").description("short links and redirects");

  addFilters(addCommand(links, "list", "list records, the newest first"))
    .option(
      "--search <text>",
      "only records whose URL, title, description, destinations or tags contain this text",
    )
    .option("--sort <field>", "id, created_at, updated_at or total_clicks; -total_clicks for descending")
    .option("--limit <number>", "the number of records to list", parseLimit, 100)
    .addHelpText("after", FILTERS)
    .action((options: LinkListOptions) => execute((cli) => linksList(cli, options)));

  addFields(addCommand(links, "create <destination>", "create a short link or a redirect"))
    .option("--host <host>", "a short link on this hostname")
    .option("--alias <alias>", "its alias; generated if absent")
    .option("--from <source>", "a redirect from this source, such as old.example/page or old.example/blog/*")
    .action((destination: string, options: LinkCreateOptions) =>
      execute((cli) => linksCreate(cli, destination, options)),
    );

  const update = addCommand(
    links,
    "update [id...]",
    "change records: one id at once, several records after a preview",
  );
  addApplyOptions(addFields(addFilters(update)))
    .optionsGroup("What changes:")
    .option("--destination <url>", "new destination")
    .option("--find <text>", "text to find in destinations")
    .option("--replace <text>", "text to put in its place")
    .option("--param <name=value>", "set a parameter of destinations", addPair)
    .option("--remove-param <name>", "remove a parameter of destinations", addText)
    .option("--add-tag <tag>", "add a tag", addText)
    .option("--remove-tag <tag>", "remove a tag", addText)
    .option("--force", "also change records that a file manages")
    .addHelpText("after", `${FILTERS}\n${UPDATE_EXAMPLES}`)
    .action((ids: string[], options: LinkUpdateOptions) => execute((cli) => linksUpdate(cli, ids, options)));

  addApplyOptions(addFilters(addCommand(links, "delete [id...]", "delete records, after a preview")))
    .optionsGroup("What changes:")
    .option("--force", "also delete records that a file manages")
    .addHelpText("after", FILTERS)
    .action((ids: string[], options: LinkDeleteOptions) => execute((cli) => linksDelete(cli, ids, options)));
}

function addFilters(command: Command): Command {
  return command.option("--filter <name=value>", "only records that match, e.g. host=go.example", addPair);
}

function addFields(command: Command): Command {
  return command
    .option("--title <text>", "title")
    .option("--description <text>", "description")
    .option("--tag <tag>", "a tag; repeat the option for more tags", addText)
    .option("--type <type>", "301, 302, 303, 307, 308, gone or frame")
    .option("--starts <moment>", "active from this time, e.g. 2027-01-31T09:00:00Z")
    .option("--expires <moment>", "expired from this time")
    .option(
      "--set <field=value>",
      "any other field of the API; a value that is not valid JSON is sent as text",
      addPair,
    );
}
