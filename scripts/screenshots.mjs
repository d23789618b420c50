// node scripts/screenshots.mjs [folder [picture …]]: pictures of every page, from the built program on demo data.
import { runOnBuild } from './run-on-build.mjs';

runOnBuild('e2e/src/screenshots.ts');
