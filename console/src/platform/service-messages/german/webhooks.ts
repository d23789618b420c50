import type { Phrases } from './phrase-book.ts';

/** Messages about webhooks and deliveries. */
export const webhooks: Phrases = {
  'The receiver took longer than 15 seconds to answer.':
    'Der Empfänger brauchte länger als 15 Sekunden für eine Antwort.',
  'The host {hostname} does not have a public address. A receiver in the intranet must be named in WEBHOOK_HOSTS.':
    'Der Host {hostname} hat keine öffentliche Adresse. Ein Empfänger im Intranet muss in WEBHOOK_HOSTS stehen.',
  'The filter can no longer be applied. Edit the webhook.':
    'Der Filter lässt sich nicht mehr anwenden. Bearbeite den Webhook.',
  'This event cannot be read from the log. Verify the partition.':
    'Dieses Ereignis ist im Log nicht lesbar. Prüfe die Partition.',
  'The key that encrypted the secret is missing. Rotate the secret.':
    'Der Schlüssel, mit dem das Geheimnis verschlüsselt ist, fehlt. Ersetze das Geheimnis.',
  'This partition has {count} webhooks. Delete one first.':
    'Diese Partition hat {count} Webhooks. Lösche zuerst einen.',
  'Messages cannot be sent to this address.':
    'An diese Adresse können keine Nachrichten gesendet werden.',
  'A description has at most 200 characters.': 'Eine Beschreibung hat höchstens 200 Zeichen.',
  'Choose at least one event.': 'Wähle mindestens ein Ereignis.',
  'Use each event only once.': 'Gib jedes Ereignis nur einmal an.',
  'Choose at least one type, or all of them.': 'Wähle mindestens einen Typ, oder alle.',
  'Use at most 20 types.': 'Gib höchstens 20 Typen an.',
  'Use each type only once.': 'Gib jeden Typ nur einmal an.',
  'Choose at least one object, or remove this filter.':
    'Wähle mindestens ein Objekt, oder lass diesen Filter weg.',
  'Use at most 20 objects.': 'Gib höchstens 20 Objekte an.',
  'This event cannot be read from the audit log. Verify the audit log.':
    'Dieses Ereignis ist im Audit-Log nicht lesbar. Prüfe das Audit-Log.',
  'The audit log has {count} webhooks. Delete one first.':
    'Das Audit-Log hat {count} Webhooks. Lösche zuerst einen.',
  'Choose at least one action, or all of them.': 'Wähle mindestens eine Aktion, oder alle.',
  'Use each action only once.': 'Gib jede Aktion nur einmal an.',
  'Send either seq or from.': 'Gib entweder seq oder from an.',
  'Only those who read the whole audit log and may change roles everywhere can work with its webhooks.':
    'Nur wer das ganze Audit-Log liest und überall Rollen ändern darf, kann mit dessen Webhooks arbeiten.',
  'Send either sequence or from.': 'Gib entweder sequence oder from an.',
};
