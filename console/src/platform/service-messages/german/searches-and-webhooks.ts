import type { searchesAndWebhooks as english } from '@annals/contracts/messages/searches-and-webhooks';
import type { TextsOf } from '@annals/contracts/messages/message-text';
import { queryErrors } from './query-errors.ts';

export const searchesAndWebhooks: TextsOf<typeof english> = {
  queryUnreadable: 'Die Abfrage lässt sich nicht lesen.',
  queryErrorAt: ({ start, shown, error }) =>
    `An Stelle ${start}, „${shown}“: ${queryErrors[error]}`,
  setTwice: 'Danach wird zweimal gefragt: in der Abfrage und neben ihr.',
  omitOneOfTwo: 'Lass es an einer der beiden Stellen weg.',
  tooManyTitles: 'Zu viele Objekte enthalten die Wörter dieses Titels.',
  useObjectId: 'Nenne das Objekt mit seiner ID.',
  queryNamesTypeAndAuthor: 'Eine Abfrage nennt Typ und Autor selbst.',
  addTypeAndAuthor: 'Ergänze sie um type: und author:.',
  enterSearchName: 'Gib der Suche einen Namen.',
  tooManyColumns: 'Gib höchstens 30 Spalten an.',
  searchNameTooLong: 'Der Name einer Suche hat höchstens 100 Zeichen.',
  searchNotYours:
    'Eine Suche ändern kann nur, wer sie gespeichert hat. Speichere sie unter einem eigenen Namen.',
  onlyOwnersDeleteSearch:
    'Eine Suche löschen kann nur, wer sie gespeichert hat, oder ein Eigentümer der Partition.',
  searchNameTaken:
    'Du hast schon eine Suche mit diesem Namen gespeichert. Wähle einen anderen Namen, oder ändere jene Suche.',
  tooManySearches: 'Du hast in dieser Partition {count} Suchen gespeichert. Lösche zuerst eine.',
  tooManySearchesOfUser:
    'Dieser Benutzer hätte in dieser Partition mehr als {maxSearchesPerUser} gespeicherte Suchen. Wähle einen anderen.',
  tooManySharedSearches: 'In dieser Partition sind {count} Suchen geteilt. Lösche zuerst eine.',
  cannotShare:
    'Eine Suche teilen können nur Bearbeiter der Partition. Für dich selbst kannst du sie speichern.',
  nameFields: 'Nenne mindestens ein Feld, oder verfolge alle.',
  tooManyFields: 'Nenne höchstens 20 Felder.',
  fieldsOnce: 'Nenne jedes Feld nur einmal.',
  timelineOrQuery: 'Gib entweder timelineId oder query an.',
  onlyPeopleFollow:
    'Änderungen verfolgen nur Personen. Ein Programm nutzt einen Webhook oder den Änderungsstrom.',
  followsObject: 'Dieses Abonnement verfolgt ein Objekt.',
  onlySearchHasQuery: 'Eine Abfrage hat nur eine Suche.',
  onlySearchHasReferences: 'Verweise hat nur eine Suche.',
  cannotReadPartition:
    'Du kannst diese Partition nicht lesen. Bitte einen ihrer Eigentümer, dich aufzunehmen, oder beende das Abonnement.',
  noMails: 'Dieser Server sendet keine E-Mails über Änderungen. Die Startseite kann sie zeigen.',
  alreadyFollowed: 'Du verfolgst das schon. Ändere jenes Abonnement, oder beende es.',
  tooManySubscriptions: 'Du verfolgst {count} Objekte und Suchen. Beende zuerst ein Abonnement.',
  receiverTimeout: 'Der Empfänger brauchte länger als 15 Sekunden für eine Antwort.',
  receiverHostPrivate:
    'Der Host {hostname} hat keine öffentliche Adresse. Ein Empfänger im Intranet muss in WEBHOOK_HOSTS stehen.',
  filterNotApplicable: 'Der Filter lässt sich nicht mehr anwenden. Bearbeite den Webhook.',
  eventUnreadable: 'Dieses Ereignis ist im Log nicht lesbar. Prüfe die Partition.',
  webhookKeyMissing:
    'Der Schlüssel, mit dem das Geheimnis verschlüsselt ist, fehlt. Ersetze das Geheimnis.',
  tooManyWebhooks: 'Diese Partition hat {count} Webhooks. Lösche zuerst einen.',
  addressNotAllowed: 'An diese Adresse können keine Nachrichten gesendet werden.',
  descriptionTooLong: 'Eine Beschreibung hat höchstens 200 Zeichen.',
  chooseEvent: 'Wähle mindestens ein Ereignis.',
  eventsOnce: 'Gib jedes Ereignis nur einmal an.',
  chooseType: 'Wähle mindestens einen Typ, oder alle.',
  tooManyTypes: 'Gib höchstens 20 Typen an.',
  typesOnce: 'Gib jeden Typ nur einmal an.',
  chooseObject: 'Wähle mindestens ein Objekt, oder lass diesen Filter weg.',
  tooManyObjects: 'Gib höchstens 20 Objekte an.',
  auditEventUnreadable: 'Dieses Ereignis ist im Audit-Log nicht lesbar. Prüfe das Audit-Log.',
  tooManyAuditWebhooks: 'Das Audit-Log hat {count} Webhooks. Lösche zuerst einen.',
  chooseAction: 'Wähle mindestens eine Aktion, oder alle.',
  actionsOnce: 'Gib jede Aktion nur einmal an.',
  seqOrFrom: 'Gib entweder seq oder from an.',
  auditWebhooksNeedRoles:
    'Nur wer das ganze Audit-Log liest und überall Rollen ändern darf, kann mit dessen Webhooks arbeiten.',
  sequenceOrFrom: 'Gib entweder sequence oder from an.',
};
