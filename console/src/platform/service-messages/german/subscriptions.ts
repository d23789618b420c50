import type { Phrases } from './phrase-book.ts';

/** Messages about subscriptions. */
export const subscriptions: Phrases = {
  'Name at least one field, or follow all of them.':
    'Nenne mindestens ein Feld, oder verfolge alle.',
  'Name at most 20 fields.': 'Nenne höchstens 20 Felder.',
  'Use each field only once.': 'Nenne jedes Feld nur einmal.',
  'Send either timelineId or query.': 'Gib entweder timelineId oder query an.',
  'Only people follow changes. A program uses a webhook or the change feed.':
    'Änderungen verfolgen nur Personen. Ein Programm nutzt einen Webhook oder den Änderungsstrom.',
  'This subscription follows an object.': 'Dieses Abonnement verfolgt ein Objekt.',
  'Only a search has a query.': 'Eine Abfrage hat nur eine Suche.',
  'Only a search has references.': 'Verweise hat nur eine Suche.',
  'You cannot read this partition. Ask one of its owners to add you, or delete the subscription.':
    'Du kannst diese Partition nicht lesen. Bitte einen ihrer Eigentümer, dich aufzunehmen, oder beende das Abonnement.',
  'This server sends no emails about changes. They can be shown on Home.':
    'Dieser Server sendet keine E-Mails über Änderungen. Die Startseite kann sie zeigen.',
  'You already follow this. Change that subscription, or delete it.':
    'Du verfolgst das schon. Ändere jenes Abonnement, oder beende es.',
  'You follow {count} objects and searches. Delete one subscription first.':
    'Du verfolgst {count} Objekte und Suchen. Beende zuerst ein Abonnement.',
};
