import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../support/command.ts";
import { PROJECT_FOLDER } from "../support/project.ts";
import { outlineCountries, type Topology } from "./world-map/outline.ts";

const SOURCE = join(PROJECT_FOLDER, "node_modules/world-atlas/countries-50m.json");
const TARGET = join(PROJECT_FOLDER, "src/dashboard/screen/insights/map/world.json");

/** Run it after an update of world-atlas. */
await runCommand(
  async () => {
    parseArgs();
    const world = outlineCountries(JSON.parse(await readFile(SOURCE, "utf8")) as Topology);
    const text = `${JSON.stringify(world, null, 2)}\n`;
    await writeFile(TARGET, text);
    console.log(
      `${Object.keys(world.countries).length} countries in ${Math.ceil(text.length / 1000)} kB are written.`,
    );
  },
  `Writes the outlines of the countries that the dashboard draws, from the public domain data of Natural Earth.

  npm run world-map`,
);
