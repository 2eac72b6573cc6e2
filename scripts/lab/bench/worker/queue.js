// Stands in for the queue service: counts the messages that it takes, and tells how many on GET.
let messages = 0;

export default {
  async fetch(request) {
    if (request.method === "GET") return new Response(String(messages));
    await request.arrayBuffer();
    messages++;
    return new Response(JSON.stringify({ metadata: { metrics: {} } }));
  },
};
