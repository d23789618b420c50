import type { Phrases } from './phrase-book.ts';

/** Messages about API tokens and applications. */
export const apiTokens: Phrases = {
  'Only a global master can revoke the tokens of an application that has this role.':
    'Die Tokens einer Anwendung, die Global Master ist, darf nur ein Global Master widerrufen.',
  'There are {maxLiveTokens} active tokens already. Revoke those that are no longer used.':
    'Es gelten schon {maxLiveTokens} Tokens. Widerrufe die, die niemand mehr braucht.',
  'Only a global master can create a token that never expires. Enter a date.':
    'Nur ein Global Master darf ein Token anlegen, das nie abläuft. Gib ein Datum an.',
  'The token would already be expired. Enter a date in the future.':
    'Das Token wäre schon abgelaufen. Gib ein Datum in der Zukunft an.',
  'Enter a time in the future.': 'Gib einen Zeitpunkt in der Zukunft an.',
  'Only a global master can create a token that is valid for more than a year. Enter an earlier date.':
    'Nur ein Global Master darf ein Token anlegen, das länger als ein Jahr gilt. Gib ein früheres Datum an.',
  'This API token lacks the scope {missing}, so it cannot issue one that has it.':
    'Diesem API-Token fehlt der Scope {missing}, deshalb kann es kein Token ausstellen, das ihn hat.',
  'This application has a role with permissions that you do not have. Ask someone who holds the role.':
    'Diese Anwendung hat eine Rolle, die mehr erlaubt, als du selbst darfst. Bitte jemanden, der sie hat.',
  'With these roles the application must be in one of your organizational units or their subunits.':
    'Mit diesen Rollen muss die Anwendung zu einer deiner Organisationseinheiten oder einer darunter gehören.',
  'Choose one of your organizational units or a subunit.':
    'Gib eine deiner Organisationseinheiten oder eine darunter an.',
  'Too many unfinished sign-ins were started from here. Try again in {x}.':
    'Von hier aus wurden zu viele Anmeldungen begonnen und nicht beendet. Versuche es in {x:translated} erneut.',
};
