import fc from 'fast-check';

// Random tests use the same seed in every `npm test`. An exhaustive run sets a new one and prints it.
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 20_260_301) });
