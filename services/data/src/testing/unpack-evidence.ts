import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** The files of an evidence ZIP by name, unpacked and compared with SHA256SUMS by other programs. */
export async function unpackEvidence(
  directory: string,
  response: Response,
): Promise<Map<string, string>> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const place = mkdtempSync(path.join(directory, 'one-'));
  const file = path.join(place, 'evidence.zip');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const root = path.join(place, 'files');
  execFileSync('unzip', ['-q', file, '-d', root]);
  execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: root });
  const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    names.map((entry) => {
      const whole = path.join(entry.parentPath, entry.name);
      return [path.relative(root, whole), readFileSync(whole, 'utf8')];
    }),
  );
}
