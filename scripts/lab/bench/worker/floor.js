// The floor: a Worker that only answers one constant redirect.
export default {
  fetch() {
    return new Response(null, {
      status: 302,
      headers: { Location: "https://example.com/landing/page", "Cache-Control": "no-store" },
    });
  },
};
