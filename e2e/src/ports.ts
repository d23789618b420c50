/** The first of forty ports. Two checkouts can run their browser tests at the same time with different ports. */
const firstPort = Number(process.env['ANNALS_E2E_PORT'] ?? 3950);

/**
 * Where each program of the tests listens, so that two files at the same time do not meet. One with services of its own
 * takes the next two ports as well.
 */
const offsets = {
  demo: 0,
  otherVendors: 4,
  firstStart: 10,
  foreignServices: 15,
  strictServices: 17,
  twoPeople: 18,
  hostileStrings: 20,
  upstreams: 23,
  exactValues: 24,
  pictures: 25,
  webhookReceiver: 34,
  identityProvider: 35,
};

export const portOf = (program: keyof typeof offsets): number => firstPort + offsets[program];
