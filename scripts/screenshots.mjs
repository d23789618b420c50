// npm run screenshots [-- FOLDER [NAME …]]: takes pictures of every page and tab, light and dark, wide and
// narrow, of the built program on demo data, into var/screenshots or FOLDER. npm run screenshots -- --docs
// [NAME …]: takes those in README.md (readme) and docs/guide (the names of its journeys, in
// e2e/src/pictures/guide.ts).
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('e2e/src/screenshots.ts');
