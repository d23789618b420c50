// See scripts/screenshots.mjs for usage.
import { takePicturesOfEveryPage } from './pictures/every-state.ts';
import { takePicturesOfGuide } from './pictures/guide.ts';
import { withStudio } from './pictures/studio.ts';

/** The pictures in README.md. */
const readmePictures = [
  'compare-light',
  'login-light',
  'partition-light',
  'object-light',
  'object-dark',
];

const [first, ...names] = process.argv.slice(2);
const started = Date.now();
const problems = await withStudio(async (studio) => {
  if (first !== '--docs') return takePicturesOfEveryPage(studio, first ?? 'var/screenshots', names);
  const journeys = names.filter((name) => name !== 'readme');
  const all = names.length === 0;
  return [
    ...(all || journeys.length > 0
      ? await takePicturesOfGuide(studio, 'docs/guide/images', journeys)
      : []),
    ...(all || names.includes('readme')
      ? await takePicturesOfEveryPage(studio, 'docs/images', readmePictures)
      : []),
  ];
});
console.log(`Took ${Math.round((Date.now() - started) / 1000)} s.`);
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exitCode = 1;
