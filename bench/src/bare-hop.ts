// The minimal cost of a hop: the request is read and forwarded over a persistent connection, and the response
// is piped back.
import { Agent, createServer, request as send } from 'node:http';
import { listenAsChild } from './child-server.ts';

const { hostname, port } = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

listenAsChild(
  createServer((incoming, outgoing) => {
    const target = { agent, hostname, port, path: incoming.url, method: incoming.method };
    const onward = send(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  }),
);
