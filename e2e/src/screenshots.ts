// See scripts/screenshots.mjs for usage.
import { picturesOfEveryState } from './pictures/every-state.ts';
import { picturesOfTheGuide } from './pictures/guide.ts';
import { withStudio } from './pictures/studio.ts';

/** The pictures in README.md. */
const ofReadme = ['compare-light', 'login-light', 'partition-light', 'object-light', 'object-dark'];

const [first, ...names] = process.argv.slice(2);
const started = Date.now();
const faults = await withStudio(async (studio) => {
  if (first !== '--docs') return picturesOfEveryState(studio, first ?? 'var/screenshots', names);
  const journeys = names.filter((name) => name !== 'readme');
  const all = names.length === 0;
  return [
    ...(all || journeys.length > 0
      ? await picturesOfTheGuide(studio, 'docs/guide/images', journeys)
      : []),
    ...(all || names.includes('readme')
      ? await picturesOfEveryState(studio, 'docs/images', ofReadme)
      : []),
  ];
});
console.log(`Took ${Math.round((Date.now() - started) / 1000)} s.`);
for (const fault of faults) console.error(`✗ ${fault}`);
if (faults.length > 0) process.exitCode = 1;
