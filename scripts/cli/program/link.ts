import type { Command } from "commander";
import { linksCreate, type LinkCreateOptions } from "../command/link-create.ts";
import { linksDelete, type LinkDeleteOptions } from "../command/link-delete.ts";
import { linksList, type LinkListOptions } from "../command/link-list.ts";
import { linksUpdate, type LinkUpdateOptions } from "../command/link-update.ts";
import { addPair, addText } from "../pair.ts";
import type { Execute } from "../cli.ts";
import { addApplyOptions } from "./change.ts";
import { addCommand } from "./common.ts";
import { parseLimit } from "./number.ts";

const FILTERS = `
Filters are those of GET /v1/links: host, path, type, handler, tags, destination, search, status, traffic,
created_after and so on (docs/api.md). Several narrow the list down.`;

export function addLinkCommands(program: Command, execute: Execute): void {
  const links = program.command("links").description("short links and redirects");

  addFilters(addCommand(links, "list", "list records, the newest first"))
    .option("--search <text>", "only records with this in URL, title, description, destinations or tags")
    .option("--sort <field>", "id, created_at, updated_at or total_clicks; -total_clicks for descending")
    .option("--limit <number>", "how many to list", parseLimit, 100)
    .addHelpText("after", FILTERS)
    .action((options: LinkListOptions) => execute((cli) => linksList(cli, options)));

  addFields(addCommand(links, "create <destination>", "create a short link or a redirect"))
    .option("--host <host>", "a short link on this hostname")
    .option("--alias <alias>", "its alias; otherwise one is chosen")
    .option("--from <source>", "a redirect from this source, such as old.example/page or old.example/blog/*")
    .action((destination: string, options: LinkCreateOptions) =>
      execute((cli) => linksCreate(cli, destination, options)),
    );

  const update = addCommand(
    links,
    "update [id...]",
    "change records: one by its id at once, several after a preview of the change",
  );
  addApplyOptions(addFields(addFilters(update)))
    .optionsGroup("What changes:")
    .option("--destination <url>", "new destination")
    .option("--find <text>", "text in destinations that --replace takes the place of")
    .option("--replace <text>", "what takes its place")
    .option("--param <name=value>", "set a parameter of destinations", addPair)
    .option("--remove-param <name>", "remove a parameter of destinations", addText)
    .option("--add-tag <tag>", "add a tag", addText)
    .option("--remove-tag <tag>", "remove a tag", addText)
    .option("--force", "also change records that a file manages")
    .addHelpText("after", FILTERS)
    .action((ids: string[], options: LinkUpdateOptions) => execute((cli) => linksUpdate(cli, ids, options)));

  addApplyOptions(addFilters(addCommand(links, "delete [id...]", "delete records, after a preview")))
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
    .option("--tag <tag>", "a tag; give it several times for several", addText)
    .option("--type <type>", "301, 302, 303, 307, 308, gone or frame")
    .option("--starts <moment>", "answers nobody before, e.g. 2027-01-31T09:00:00Z")
    .option("--expires <moment>", "ends at this moment")
    .option("--set <field=value>", "any other field of the API; JSON where it is JSON, else text", addPair);
}
