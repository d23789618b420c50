#!/usr/bin/env node
// `./annals …` in a checkout: builds what is missing, then runs the program.
import { build } from '../../scripts/build.mjs';
import { installPackages } from '../../scripts/setup.mjs';

installPackages();
build();
await import('../../dist/annals.mjs');
