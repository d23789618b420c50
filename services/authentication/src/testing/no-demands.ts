/** What a rule of sessions and sign-in has that demands nothing. */
export const noDemands = {
  idleMinutes: null,
  absoluteMinutes: null,
  maxSessions: null,
  passkeyRequired: false,
  trustedDeviceDays: null,
  peopleNetworks: null,
  tokenNetworks: null,
  applicationNetworks: null,
  freshProofFor: [],
};

/** The rule itself, which concerns everybody. */
export const ruleWithoutDemands = { role: null, organizationalUnitId: null, ...noDemands };
