// Shows the OpenAPI document of this installation. The page only reads: it has no token, and calls nothing else.

const dark = matchMedia("(prefers-color-scheme: dark)");
const showScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
showScheme();
dark.addEventListener("change", showScheme);

const nothing = () => () => null;

SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  filter: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelRendering: "model",
  supportedSubmitMethods: [],
  persistAuthorization: false,
  // Otherwise a document of a public host is sent to a service that checks it.
  validatorUrl: null,
  plugins: [
    { wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing, ServersContainer: nothing } },
  ],
});
