import { runCommand } from "./support/command.ts";
import { refuseRollback } from "./deploy/rollback.ts";
import { deployedConfig } from "./support/installation.ts";
import { buildStaticFiles } from "./static/build.ts";
import { showWrangler } from "./support/wrangler.ts";

async function main(): Promise<number> {
  await refuseRollback(process.argv.slice(2), process.env);
  await buildStaticFiles();
  const config = await deployedConfig(process.env);
  return await showWrangler([...process.argv.slice(2), "--config", config]);
}

await runCommand(
  main,
  `Runs wrangler with the configuration of the deployed installation.

  npm run wrangler -- COMMAND [options]

  npm run wrangler -- tail          follows the log
  npm run wrangler -- tail --help   shows wrangler's own help of a command`,
);
