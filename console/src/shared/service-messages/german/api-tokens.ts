import type { Phrases } from './phrase-book.ts';

/** Of API tokens and applications. */
export const apiTokens: Phrases = {
  'Only a global master may revoke the tokens of an application that is one.':
    'Die Tokens einer Anwendung, die Global Master ist, darf nur ein Global Master widerrufen.',
  'There are {mostLiveTokens} tokens that work already. Revoke those that are not used any more.':
    'Es gelten schon {mostLiveTokens} Tokens. Widerrufe die, die niemand mehr braucht.',
  'Only a global master may make a token that never expires. Give a date.':
    'Nur ein Global Master darf ein Token anlegen, das nie abläuft. Gib ein Datum an.',
  'The token would have expired already. Give a date ahead.':
    'Das Token wäre schon abgelaufen. Gib ein Datum an, das noch kommt.',
  'Give a moment that is ahead.': 'Gib einen Zeitpunkt an, der noch kommt.',
  'Only a global master may make a token that lasts longer than a year. Give an earlier date.':
    'Nur ein Global Master darf ein Token anlegen, das länger als ein Jahr gilt. Gib ein früheres Datum an.',
  'This API token lacks the scope {missing}, so it cannot issue one that has it.':
    'Diesem API-Token fehlt der Umfang {missing}, darum kann es kein Token ausstellen, das ihn hat.',
  'This application has a role that allows more than you may do yourself. Ask somebody who holds it.':
    'Diese Anwendung hat eine Rolle, die mehr erlaubt, als du selbst darfst. Bitte jemanden, der sie hat.',
  'With these roles the application has to be in one of your organizational units or below.':
    'Mit diesen Rollen muss die Anwendung zu einer deiner Organisationseinheiten oder einer darunter gehören.',
  'Give one of your organizational units, or one below.':
    'Gib eine deiner Organisationseinheiten oder eine darunter an.',
  'Too many sign-ins were begun from here and not finished. Try again in {x}.':
    'Von hier aus wurden zu viele Anmeldungen begonnen und nicht beendet. Versuche es in {x:said} erneut.',
};
