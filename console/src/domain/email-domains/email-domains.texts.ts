import { texts } from '../../platform/texts.ts';

export const useEmailDomainTexts = texts({
  en: {
    verified: 'Verified',
    pending: 'Not verified',
    pendingDomain: (domain: string) => `not verified: ${domain}`,
    methods: { DNS: 'by DNS record', APPROVAL: 'approved by a global master' },
    pendingHint:
      'This domain has no effect yet. Add the TXT record to its DNS and check it, or ask a global master to approve the domain.',
    recordName: 'TXT record name',
    recordValue: 'TXT record value',
    checkNow: 'Check now',
    approve: 'Approve',
    mayNotApprove: 'Only a global master can approve a domain without the DNS record.',
    notVerified: 'The domain was not verified.',
    verifiedToast: (domain: string) => `${domain} is verified.`,
    newDomains:
      'A new domain has no effect until it is verified by a DNS record or approved by a global master. The page shows the record after you save.',
    newDomainsOfMaster: 'Saving approves new domains: they take effect immediately.',
    none: 'None',
  },
  de: {
    verified: 'Bestätigt',
    pending: 'Nicht bestätigt',
    pendingDomain: (domain) => `nicht bestätigt: ${domain}`,
    methods: { DNS: 'durch DNS-Eintrag', APPROVAL: 'von einem Global Master genehmigt' },
    pendingHint:
      'Diese Domain ist noch nicht wirksam. Trage den TXT-Eintrag in ihr DNS ein und prüfe ihn, oder bitte einen Global Master, die Domain zu genehmigen.',
    recordName: 'Name des TXT-Eintrags',
    recordValue: 'Wert des TXT-Eintrags',
    checkNow: 'Jetzt prüfen',
    approve: 'Genehmigen',
    mayNotApprove: 'Nur ein Global Master kann eine Domain ohne DNS-Eintrag genehmigen.',
    notVerified: 'Die Domain wurde nicht bestätigt.',
    verifiedToast: (domain) => `${domain} ist bestätigt.`,
    newDomains:
      'Eine neue Domain ist erst wirksam, wenn ein DNS-Eintrag sie bestätigt oder ein Global Master sie genehmigt. Nach dem Speichern zeigt die Seite den Eintrag.',
    newDomainsOfMaster: 'Mit dem Speichern genehmigst du neue Domains: Sie gelten sofort.',
    none: 'Keine',
  },
});
export type EmailDomainTexts = ReturnType<typeof useEmailDomainTexts>;
