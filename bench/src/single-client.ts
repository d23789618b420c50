import { password } from './program.ts';

/** Signs in as the master of a program for measuring. Returns the headers of further calls. */
export async function signInMaster(authentication: string): Promise<{ authorization: string }> {
  const answer = await fetch(`${authentication}/v1/auth?type=PASSWORD`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'master@example.org', password }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
}

/** How long a request takes, in milliseconds, one after the other, without those that warm up. */
export async function timesOf(
  url: string,
  headers: Record<string, string>,
  { warmUp, measured }: { warmUp: number; measured: number },
): Promise<number[]> {
  const times: number[] = [];
  for (let count = -warmUp; count < measured; count += 1) {
    const started = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    if (count >= 0) times.push(performance.now() - started);
  }
  return times;
}
