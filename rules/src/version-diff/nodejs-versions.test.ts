// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { diffVersions, type ComparableVersion } from './diff-versions.ts';
import versions from './nodejs-versions.fixture.json';

/** Five versions of the record of Node.js, from endoflife.date (MIT). */
const [april8, april20, april27, may24, may30] = versions;

function summary(
  older: ComparableVersion | undefined,
  newer: ComparableVersion | undefined,
): string[] {
  return diffVersions(older ?? {}, newer ?? {}).changes.map(
    (change) => `${change.status} ${change.path.map((step) => step.text).join(' › ')}`,
  );
}

describe('the history of Node.js', () => {
  it('reports the addition of version 18 once, although it was inserted at the top', () => {
    expect(summary(april8, april20)).toEqual(['added releases › 18']);
  });

  it('names the release whose latest changed', () => {
    const { changes } = diffVersions(april20 ?? {}, april27 ?? {});
    expect(changes).toMatchObject([
      { status: 'changed', pointer: '/releases/2/latest', before: '16.14.2', after: '16.15.0' },
    ]);
  });

  it('reports only that a property was renamed in each release', () => {
    const lines = summary(may24, may30);
    expect(
      lines.filter(
        (line) => !/^(added|removed) releases › \d+ › (releaseDate|release)$/.test(line),
      ),
    ).toEqual(['removed layout']);
    expect(lines.filter((line) => line.endsWith(' releaseDate'))).toHaveLength(7);
  });
});
