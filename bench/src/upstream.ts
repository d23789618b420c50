// An upstream that responds to every request with the same kilobyte.
import { createServer } from 'node:http';
import { listenAsChild } from './child-server.ts';

const reply = JSON.stringify({
  data: Array.from({ length: 10 }, (_, id) => ({ id, text: 'x'.repeat(80) })),
});

listenAsChild(
  createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
  }),
);
