import { grouped, texts } from '../../platform/texts.ts';

export const useInvitationActionTexts = texts({
  en: {
    resendInvitation: 'Resend invitation',
    copyInvitationLink: 'Copy invitation link',
    withdrawInvitation: 'Withdraw invitation',
    resend: 'Resend',
    resendTitle: (count: number) =>
      count === 1 ? 'Resend the invitation?' : `Resend ${grouped(count)} invitations?`,
    resendQuestion: 'A new link is sent. Earlier links stop working.',
    resending: 'Resending invitations',
    resent: (email: string) => `Invitation to ${email} resent.`,
    notResent: 'The invitation was not resent.',
    copyLink: 'Copy link',
    linkTitle: 'Create a new link?',
    linkQuestion: (email: string) =>
      `You send it to ${email} yourself. Earlier links stop working.`,
    makeLink: 'Create link',
    linkNotMade: 'The link was not created.',
    linkMade: 'Link created',
    linkHint: (email: string) =>
      `Anyone who opens it can set the password of ${email}. Send it over a channel you trust.`,
    link: 'Link',
    withdraw: 'Withdraw',
    withdrawTitle: (count: number) =>
      count === 1 ? 'Withdraw the invitation?' : `Withdraw ${grouped(count)} invitations?`,
    withdrawQuestion: 'The links stop working, and the invited accounts are disabled.',
    withdrawing: 'Withdrawing invitations',
    withdrawn: (email: string) => `Invitation to ${email} withdrawn.`,
    notWithdrawn: 'The invitation was not withdrawn.',
  },
  de: {
    resendInvitation: 'Einladung erneut senden',
    copyInvitationLink: 'Link der Einladung kopieren',
    withdrawInvitation: 'Einladung zurückziehen',
    resend: 'Erneut senden',
    resendTitle: (count) =>
      count === 1 ? 'Die Einladung erneut senden?' : `${grouped(count)} Einladungen erneut senden?`,
    resendQuestion: 'Ein neuer Link wird verschickt. Frühere Links gelten dann nicht mehr.',
    resending: 'Einladungen werden gesendet',
    resent: (email) => `Eine neue Einladung an ${email} ist unterwegs.`,
    notResent: 'Die Einladung wurde nicht gesendet.',
    copyLink: 'Link kopieren',
    linkTitle: 'Einen neuen Link anlegen?',
    linkQuestion: (email) =>
      `Du schickst ihn selbst an ${email}. Frühere Links gelten dann nicht mehr.`,
    makeLink: 'Link anlegen',
    linkNotMade: 'Es wurde kein Link angelegt.',
    linkMade: 'Link erstellt',
    linkHint: (email) =>
      `Wer ihn öffnet, kann das Passwort von ${email} setzen. Gib ihn auf einem Weg weiter, dem du traust.`,
    link: 'Link',
    withdraw: 'Zurückziehen',
    withdrawTitle: (count) =>
      count === 1 ? 'Die Einladung zurückziehen?' : `${grouped(count)} Einladungen zurückziehen?`,
    withdrawQuestion:
      'Die Links gelten dann nicht mehr, und die eingeladenen Konten werden deaktiviert.',
    withdrawing: 'Einladungen werden zurückgezogen',
    withdrawn: (email) => `Die Einladung an ${email} ist zurückgezogen.`,
    notWithdrawn: 'Die Einladung wurde nicht zurückgezogen.',
  },
});
