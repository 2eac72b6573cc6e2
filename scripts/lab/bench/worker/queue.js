// A fake of the queue service: counts the messages that it receives, and answers the number to GET.
let messages = 0;

export default {
  async fetch(request) {
    if (request.method === "GET") return new Response(String(messages));
    await request.arrayBuffer();
    messages++;
    return new Response(JSON.stringify({ metadata: { metrics: {} } }));
  },
};
