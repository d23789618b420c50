import fc from 'fast-check';

/** Where random runs begin: at the same place in every `npm test`, at another one, which is printed, in each exhaustive run. */
export const seed = Number(process.env['TEST_SEED'] ?? 20_260_301);

fc.configureGlobal({ seed });
