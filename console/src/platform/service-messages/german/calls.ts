import type { calls as english } from '@annals/contracts/messages/calls';
import type { TextsOf } from '@annals/contracts/messages/message-text';
import { absentThings } from './absent-things.ts';

const roles = { OWNER: 'Eigentümer', EDITOR: 'Bearbeiter', READER: 'Leser', none: 'keine' };

export const calls: TextsOf<typeof english> = {
  noSuchThing: ({ thing }) => absentThings[thing],
  clientGone: 'Der Client hat die Verbindung beendet, bevor die Antwort fertig war.',
  listed: '{fields}',
  withFields: '{problem} {fields}',
  foreign: '{text}',
  lookUpFailed: 'Der Alias kann gerade nicht abgefragt werden. Versuche es gleich noch einmal.',
  starting: 'Die Dienste starten gerade. Versuche es gleich noch einmal.',
  headerNotString: 'Der Header {name} muss ein Text sein.',
  headerAscii:
    'Der Header {name} muss aus druckbaren ASCII-Zeichen bestehen, höchstens {maxValueLength}.',
  position:
    'Der Header Annals-Position hat keinen Wert, den eine Antwort hatte, zum Beispiel 0/16B3748.',
  headerTwice: 'Der Header {name} ist zweimal angegeben.',
  foreignOrigin:
    'Dieser Aufruf kommt von einer Seite unter einer anderen Adresse. Ist die Konsole unter jener Adresse erreichbar, setze PUBLIC_URL darauf.',
  severalHosts: 'Die Anfrage nennt mehrere Hosts. Sende einen Host-Header.',
  onlyPost: 'Hier wird nur POST beantwortet.',
  unsupportedMethod: 'Hier werden nur GET, POST, PUT, PATCH und DELETE beantwortet.',
  neededNow: '{problem} Es wird jetzt gebraucht.',
  tooManyMessages: 'Sende höchstens {most} Nachrichten auf einmal.',
  sendToken: 'Sende ein API-Token: Authorization: Bearer TOKEN.',
  tokenNotValid:
    'Dieses API-Token gilt nicht: Es wurde widerrufen, ist abgelaufen oder gehört nicht zu diesem Dienst.',
  url: 'Die URL {reason}.',
  urlField: 'Sie {reason}.',
  noServiceHere: 'Hinter diesem Pfad ist kein Dienst.',
  badServiceRequest: 'Sende ein Objekt mit url (ein Text), method, data und headers (ein Objekt).',
  badMethod: 'Die Methode muss eine von {methods} sein.',
  getWithData: 'Ein GET hat keine Daten. Setze sie in die Query der URL.',
  serviceTimeout: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuche es gleich noch einmal.',
  serviceUnreachable: 'Der Dienst ist nicht erreichbar. Versuche es gleich noch einmal.',
  stopping: 'Der Server wird gerade angehalten. Versuche es gleich noch einmal.',
  unforwardable: 'Der Dienst gab eine Antwort, die sich nicht weitergeben lässt.',
  stale:
    'Das wurde geändert, seit du es gelesen hast. Vergleiche es mit dem, was jetzt dort steht, und speichere noch einmal.',
  beingPrepared: 'Die Datenbank wird gerade vorbereitet. Versuche es gleich noch einmal.',
  responseLost:
    'Diese Anfrage wurde bereits ausgeführt, zumindest zum Teil, aber ihre Antwort ist verloren gegangen. Sieh nach, was sich geändert hat; um sie noch einmal auszuführen, nimm einen neuen Idempotency-Key.',
  responseSecret:
    'Das wurde schon getan, als es zum ersten Mal gesendet wurde. Die Antwort enthielt ein Geheimnis, das nicht aufbewahrt wird; für ein neues sende es mit einem neuen Idempotency-Key.',
  inProgress:
    'Dieselbe Anfrage ist gerade in Arbeit. Sende sie gleich noch einmal, um ihre Antwort zu bekommen.',
  badIdempotencyKey: 'Der Idempotency-Key ist nicht brauchbar.',
  idempotencyKeyForm:
    'Gib 8 bis 128 sichtbare ASCII-Zeichen ohne Leerzeichen an, zum Beispiel eine UUID.',
  idempotencyKeyUsed:
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Sende dieselbe Anfrage, oder nimm einen neuen.',
  notUtf8: 'Was gesendet wurde, ist kein gültiges UTF-8. Sende JSON in UTF-8.',
  notJson: 'Was gesendet wurde, ist kein gültiges JSON.',
  tooDeep: 'Was gesendet wurde, ist tiefer geschachtelt als {maxDepth} Ebenen.',
  nameTwice: 'Der Name {name} steht zweimal in einem Objekt.',
  protoName: 'Der Name "__proto__" ist nicht erlaubt.',
  nulInBody: 'Ein NUL-Zeichen ist dabei; es lässt sich nicht speichern.',
  surrogateInBody: 'Ein halbes Surrogatpaar ist dabei; das ist kein Zeichen.',
  inexactNumber:
    'Die Zahl {written} lässt sich nicht genau behalten. Sende sie als Text oder mit weniger Stellen.',
  foreignCursor: 'Dieser Cursor ist keiner dieser Liste. Beginne ohne ihn von vorn.',
  sendCursorUnchanged: 'Gib nextCursor der vorigen Seite unverändert an.',
  cursorOrPage: 'Gib entweder cursor oder page an.',
  omitWithCursor: 'Lass es neben einem Cursor weg.',
  pageTooDeep: 'Seitenzahlen reichen {deepestPagedRow} Zeilen tief. Weiter geht es mit dem Cursor.',
  continueWithCursor: 'Zu tief: Gib nextCursor als cursor an.',
  requestTimeout: 'Die Anfrage kam nicht rechtzeitig ganz an. Sende sie noch einmal.',
  headersTooLarge: 'Die Header sind zu groß. Sende weniger oder kürzere.',
  malformedHttp: 'Die Anfrage ist kein wohlgeformtes HTTP/1.1.',
  pastIsFixed:
    'Die Vergangenheit lässt sich nicht ändern. Lass asOf weg, um in die Gegenwart zu schreiben.',
  ifMatchUnused: 'Dieser Aufruf vergleicht keine Versionen. Lass If-Match weg.',
  weakTag:
    'If-Match nennt diese Version mit einem schwachen Tag, das nie übereinstimmt. Ein Proxy, der Antworten komprimiert, hat es abgeschwächt. Sende es ohne W/.',
  notSupported: 'Dieser Aufruf unterstützt das nicht.',
  scopeMissing: 'Diesem API-Token fehlt der Scope {scope}. Nimm eines, das ihn hat.',
  roleMissing: ({ needed, role }) =>
    `Dafür braucht es in der Partition die Rolle ${roles[needed]}; deine ist ${roles[role]}.`,
  noWritingRole:
    'Keine deiner Rollen erlaubt das Schreiben, gleich welche Rolle du in der Partition hast.',
  noQuery: 'Dieser Aufruf nimmt keine Query-Parameter.',
  noBody: 'Dieser Aufruf nimmt keine Daten.',
  unknown: 'Das ist hier unbekannt.',
  invalidInput: 'Einige Angaben stimmen nicht; sieh bei den Feldern nach.',
  unknownKeys: 'Unbekannt: {keys}.',
  pageTooLarge:
    'Diese Seite enthält zu viel für eine Antwort. Verlange mit pageSize weniger Einträge, oder geh mit dem Cursor statt mit page weiter.',
  useSmallerValue: 'Gib eine kleinere an.',
  notAuthenticated: 'Nicht angemeldet. Melde dich an und versuche es noch einmal.',
  forbidden: 'Du hast keine Berechtigung dafür. Bitte einen Administrator um Zugriff.',
  sessionNeeded:
    'Das geht nur in einer Sitzung: Melde dich mit einem Browser an. API-Tokens dürfen es nicht.',
  overloaded: 'Der Dienst hat gerade zu viel zu tun. Versuche es gleich noch einmal.',
  tooManyRequests:
    'Von dir sind zu viele Anfragen unterwegs. Warte, bis einige davon beendet sind, und versuche es dann noch einmal.',
  undistributed: 'Die Datenbank liegt auf mehreren Servern, dort lässt sich das nicht beantworten.',
  databaseUnavailable: 'Die Datenbank ist gerade nicht verfügbar. Versuche es gleich noch einmal.',
  diskFull: 'Zum Schreiben ist kein Platz mehr. Lesen geht weiterhin; sage es dem Betreiber.',
  deadlineExceeded:
    'Das dauerte zu lange und wurde angehalten. Schränke es ein, oder versuche es noch einmal.',
  bodyTooLarge: 'Was gesendet wurde, ist zu groß. Sende es in kleineren Teilen.',
  encodedBody: 'Sende den Inhalt unverändert, ohne Content-Encoding.',
  sendJson: 'Sende JSON, mit Content-Type: application/json.',
  malformedRequest: 'Die Anfrage ist nicht wohlgeformt.',
  internalError: 'Etwas ist schiefgegangen. Nenne dem Betreiber die Anfrage-ID.',
  assistantsNeedAnnals:
    'Assistenten brauchen Dienste, die sich als die von Annals zu erkennen geben. Die verbundenen Dienste haben das nicht getan.',
  urlTooLong: 'ist länger als {most} Bytes',
  urlNoPath: 'muss ein Pfad sein, der mit einem „/“ beginnt, mit oder ohne Query, und nichts sonst',
  urlEmptySegment: 'hat ein leeres Segment',
  urlNeedlessEncoding: 'kodiert ein Zeichen, das keine Kodierung braucht',
  urlControlCharacter: 'hat ein Steuerzeichen oder einen Backslash im Pfad',
  urlDotSegment: 'hat ein Punkt-Segment',
  urlEncodedLiteral: 'hat ein kodiertes Zeichen, wo kein Parameter steht',
  urlBadPercent: 'hat ein „%“, mit dem kein kodiertes Byte beginnt',
  urlDoublyEncoded: 'hat ein doppelt kodiertes Byte',
  urlNotUtf8: 'kodiert Bytes, die kein UTF-8 sind',
};
