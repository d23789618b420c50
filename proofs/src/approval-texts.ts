/** The words that describe an approval: "Approved by … on … – is responsible for it – signed with a passkey". */
export const approvalTexts = {
  approvedBy: 'Approved by',
  on: 'on',
  /** The meaning of the signature, which 21 CFR 11.50 requires to be shown. */
  meanings: {
    REVIEWED: 'has reviewed it',
    APPROVED: 'approves it',
    RESPONSIBLE: 'is responsible for it',
  },
  methods: {
    PASSKEY: 'signed with a passkey',
    PASSWORD_AND_CODE: 'confirmed with password and code (the weaker form)',
  },
  unsigned: 'without a signature',
};

export const germanApprovalTexts: typeof approvalTexts = {
  approvedBy: 'Freigegeben von',
  on: 'am',
  meanings: {
    REVIEWED: 'hat geprüft',
    APPROVED: 'gibt frei',
    RESPONSIBLE: 'ist verantwortlich',
  },
  methods: {
    PASSKEY: 'signiert mit einem Passkey',
    PASSWORD_AND_CODE: 'bestätigt mit Passwort und Code (die schwächere Form)',
  },
  unsigned: 'ohne Signatur',
};
