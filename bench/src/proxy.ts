import autocannon from 'autocannon';
import { startChildServer } from './child-server.ts';
import { throwIfRequestsFailed } from './failed-requests.ts';
import { startProgram } from './program.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const seconds = 4;
const rounds = 3;

/** Measures requests per second through the proxy and through a bare node:http hop to the same upstream, in turn. */
export async function measureProxy(): Promise<string> {
  const upstream = await startChildServer('upstream');
  const bare = await startChildServer('bare-hop', upstream.url);
  const program = await startProgram([], {
    AUTHENTICATION_ENDPOINT: upstream.url,
    ANNALS_ENDPOINT: upstream.url,
  });
  const bareRates: number[] = [];
  const proxyRates: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const bareRate = await rate({ url: `${bare.url}/v1/users` });
      const proxyRate = await rate({
        url: `${program.console}/api/annals`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          url: '/v1/users',
          method: 'GET',
          headers: { Authorization: 'Bearer x' },
        }),
      });
      if (round === 0) continue; // warm-up
      bareRates.push(bareRate);
      proxyRates.push(proxyRate);
    }
  } finally {
    await program.stop();
    bare.stop();
    upstream.stop();
  }
  const ratios = proxyRates.map((value, index) => value / (bareRates[index] ?? Number.NaN));
  return table(
    ['hop', 'requests/s (median)', 'ratio'],
    [
      ['bare node:http', Math.round(median(bareRates)), '1.00'],
      ['proxy of Annals', Math.round(median(proxyRates)), median(ratios).toFixed(2)],
    ],
  );
}

async function rate(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections: 20, duration: seconds, ...options });
  throwIfRequestsFailed(options.url, result);
  return result.requests.average;
}
