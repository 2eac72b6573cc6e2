export const NO_TOKEN =
  "SIGNPOST_TOKEN is not set. npm run -s workspace -- token WORKSPACE --remote makes a token, which is deleted in the dashboard afterwards.";
