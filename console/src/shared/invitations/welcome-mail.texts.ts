/** What the welcome mail says, in the language of who is invited (specification 9 has the English one). */
export const welcomeTexts = {
  en: {
    headline: 'Welcome',
    body: 'An account was made for you. You sign in with {email}.\n\nChoose a password to start.',
    ctaText: 'Start',
    footer: 'This mail went to {email} because an administrator invited you.',
  },
  de: {
    headline: 'Willkommen',
    body: 'Für dich wurde ein Konto angelegt. Du meldest dich mit {email} an.\n\nWähle ein Passwort, um zu beginnen.',
    ctaText: 'Beginnen',
    footer: 'Diese Mail ging an {email}, weil dich jemand aus der Verwaltung eingeladen hat.',
  },
} as const;
