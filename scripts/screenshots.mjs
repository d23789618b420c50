// npm run screenshots [-- FOLDER [NAME …]]: pictures of every page and tab, light and dark, wide and narrow, from the
// built program on demo data, in var/screenshots or FOLDER. npm run screenshots -- --docs [NAME …]: those of README.md
// (readme) and of docs/guide (the names of its journeys, in e2e/src/pictures/guide.ts).
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('e2e/src/screenshots.ts');
