// Credentials stay in the page: they are gone when it is closed.
window.SwaggerUIBundle({
  url: "docs/openapi.json",
  dom_id: "#documentation",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  persistAuthorization: false,
});
