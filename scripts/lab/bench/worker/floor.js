// The floor: a Worker that does nothing but answer one constant redirect.
export default {
  fetch() {
    return new Response(null, {
      status: 302,
      headers: { Location: "https://example.com/landing/page", "Cache-Control": "no-store" },
    });
  },
};
