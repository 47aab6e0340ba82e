// Credentials stay in the page: they are gone when it is closed.
const answer = await fetch("docs/openapi.json");
const spec = await answer.json();

const CALLERS = {
  apiKey: (scope) => `merchants (scope \`${scope}\`)`,
  accessToken: (role) => (role === "admin" ? "administrators" : "users"),
  metricsToken: () => "whoever has METRICS_TOKEN",
};

/** Who may call it: the page would show it only after a click on the lock. */
function callersOf(security) {
  const callers = security.map((way) => {
    const [[scheme, scopes] = []] = Object.entries(way);
    return scheme === undefined ? "anyone" : CALLERS[scheme](...scopes);
  });
  return `For ${callers.join(", or for ") || "anyone"}.`;
}

for (const operation of Object.values(spec.paths).flatMap((methods) => Object.values(methods))) {
  const callers = callersOf(operation.security ?? spec.security);
  operation.description = [callers, operation.description].join(" ").trim();
}

window.SwaggerUIBundle({
  spec,
  dom_id: "#documentation",
  deepLinking: true,
  displayRequestDuration: true,
  // The groups first, in the order in which a newcomer needs them; 200 calls would hide them.
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: false,
});
