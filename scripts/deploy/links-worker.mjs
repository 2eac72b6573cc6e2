// Gives links a hostname of their own on workers.dev, which has one hostname for each Worker: hands every request to
// the Worker of the installation, which tells visitors from the API by the hostname.
export default {
  fetch: (request, env) => env.SIGNPOST.fetch(request),
};
