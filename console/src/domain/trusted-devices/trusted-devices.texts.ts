import { texts } from '../../platform/texts.ts';

export const useTrustedDeviceTexts = texts({
  en: {
    devices: 'Trusted devices',
    device: 'Device',
    address: 'Address',
    since: 'Trusted since',
    lastUsed: 'Last used',
    until: 'Trusted until',
    notAccepted: 'A rule does not allow it now',
    revoke: 'Revoke trust',
    revokeTitle: 'Revoke trust in this device?',
    revokeQuestion: (device: string) =>
      `The next sign-in with ${device} requires the second factor again. Open sessions continue.`,
    revoked: 'Trust revoked.',
    notRevoked: 'The trust was not revoked.',
  },
  de: {
    devices: 'Vertrauenswürdige Geräte',
    device: 'Gerät',
    address: 'Adresse',
    since: 'Vertraut seit',
    lastUsed: 'Zuletzt benutzt',
    until: 'Vertraut bis',
    notAccepted: 'Derzeit lässt es keine Regel zu',
    revoke: 'Vertrauen entziehen',
    revokeTitle: 'Diesem Gerät das Vertrauen entziehen?',
    revokeQuestion: (device) =>
      `Die nächste Anmeldung mit ${device} verlangt wieder den zweiten Faktor. Offene Sitzungen laufen weiter.`,
    revoked: 'Vertrauen entzogen.',
    notRevoked: 'Das Vertrauen wurde nicht entzogen.',
  },
});
