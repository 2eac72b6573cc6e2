// Runs before wrangler bundles the Worker, in plain JavaScript for whatever Node wrangler runs on. It stops a plain
// `npx wrangler deploy`: new code would run without its migrations, and after an upgrade without its new bindings.
const command = process.env["WRANGLER_COMMAND"] ?? "";

if (/deploy|versions/.test(command) && !process.env["SIGNPOST_COMMAND"]) {
  console.error("Nothing was deployed. Run: npm run deploy");
  console.error("It uses your settings and applies the migrations first. See docs/deploying.md.");
  process.exitCode = 1;
}
