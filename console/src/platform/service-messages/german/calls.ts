import type { Phrases } from './phrase-book.ts';

/** Messages that any call may return. */
export const calls: Phrases = {
  'The alias could not be looked up. Try again shortly.':
    'Der Alias kann gerade nicht abgefragt werden. Versuche es gleich noch einmal.',
  'The services are starting. Try again shortly.':
    'Die Dienste starten gerade. Versuche es gleich noch einmal.',
  'The header {name} must be a string.': 'Der Header {name} muss ein Text sein.',
  'The header {name} must be printable ASCII of at most {maxValueLength} characters.':
    'Der Header {name} muss aus druckbaren ASCII-Zeichen bestehen, höchstens {maxValueLength}.',
  'The header Annals-Position was not returned by this service. It looks like 0/16B3748.':
    'Der Header Annals-Position hat keinen Wert, den eine Antwort hatte, zum Beispiel 0/16B3748.',
  'The header {name} is given twice.': 'Der Header {name} ist zweimal angegeben.',
  'This call comes from a page with a different address. If the console is used at that address, set PUBLIC_URL to it.':
    'Dieser Aufruf kommt von einer Seite unter einer anderen Adresse. Ist die Konsole unter jener Adresse erreichbar, setze PUBLIC_URL darauf.',
  'The request names several hosts. Send one Host header.':
    'Die Anfrage nennt mehrere Hosts. Sende einen Host-Header.',
  'Only POST is supported here.': 'Hier wird nur POST beantwortet.',
  'Only GET, POST, PUT, PATCH and DELETE are supported here.':
    'Hier werden nur GET, POST, PUT, PATCH und DELETE beantwortet.',
  '{problem} It is needed now.': '{problem} Es wird jetzt gebraucht.',
  'Send at most {most} messages at once.': 'Sende höchstens {most} Nachrichten auf einmal.',
  'Send an API token: Authorization: Bearer TOKEN.':
    'Sende ein API-Token: Authorization: Bearer TOKEN.',
  'This API token is not valid: it was revoked, has expired, or belongs to another service.':
    'Dieses API-Token gilt nicht: Es wurde widerrufen, ist abgelaufen oder gehört nicht zu diesem Dienst.',
  'The url {reason}.': 'Die URL {reason:translated}.',
  'It {reason}.': 'Sie {reason:translated}.',
  'There is no service behind this path.': 'Hinter diesem Pfad ist kein Dienst.',
  'Send an object with url (a string), method, data and headers (an object).':
    'Sende ein Objekt mit url (ein Text), method, data und headers (ein Objekt).',
  'The method must be one of {methods}.': 'Die Methode muss eine von {methods} sein.',
  'A GET has no data. Put it in the query of the url.':
    'Ein GET hat keine Daten. Setze sie in die Query der URL.',
  'The service did not answer in time. Try again shortly.':
    'Der Dienst hat nicht rechtzeitig geantwortet. Versuche es gleich noch einmal.',
  'The service cannot be reached. Try again shortly.':
    'Der Dienst ist nicht erreichbar. Versuche es gleich noch einmal.',
  'The server is being stopped. Try again shortly.':
    'Der Server wird gerade angehalten. Versuche es gleich noch einmal.',
  'The service sent a response that cannot be forwarded.':
    'Der Dienst gab eine Antwort, die sich nicht weitergeben lässt.',
  'This has changed since you read it. Compare with the current state and save again.':
    'Das wurde geändert, seit du es gelesen hast. Vergleiche es mit dem, was jetzt dort steht, und speichere noch einmal.',
  'The database is being prepared. Try again shortly.':
    'Die Datenbank wird gerade vorbereitet. Versuche es gleich noch einmal.',
  'This request was already executed, at least in part, but its response was lost. Look at what it has changed; to execute it again, use a new Idempotency-Key.':
    'Diese Anfrage wurde bereits ausgeführt, zumindest zum Teil, aber ihre Antwort ist verloren gegangen. Sieh nach, was sich geändert hat; um sie noch einmal auszuführen, nimm einen neuen Idempotency-Key.',
  'This request was already completed. Its response contained a secret, which is not stored; to get a new one, use a new Idempotency-Key.':
    'Das wurde schon getan, als es zum ersten Mal gesendet wurde. Die Antwort enthielt ein Geheimnis, das nicht aufbewahrt wird; für ein neues sende es mit einem neuen Idempotency-Key.',
  'The same request is still in progress. Send it again shortly to get its response.':
    'Dieselbe Anfrage ist gerade in Arbeit. Sende sie gleich noch einmal, um ihre Antwort zu bekommen.',
  'The Idempotency-Key is not valid.': 'Der Idempotency-Key ist nicht brauchbar.',
  'Use 8 to 128 visible ASCII characters without spaces, for example a UUID.':
    'Gib 8 bis 128 sichtbare ASCII-Zeichen ohne Leerzeichen an, zum Beispiel eine UUID.',
  'This Idempotency-Key was used for another request. Send the same request, or use a new key.':
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Sende dieselbe Anfrage, oder nimm einen neuen.',
  'The body is not valid UTF-8. Send JSON encoded as UTF-8.':
    'Was gesendet wurde, ist kein gültiges UTF-8. Sende JSON in UTF-8.',
  'The body is not valid JSON.': 'Was gesendet wurde, ist kein gültiges JSON.',
  'The body is nested deeper than {maxDepth} levels.':
    'Was gesendet wurde, ist tiefer geschachtelt als {maxDepth} Ebenen.',
  'The name {name} occurs twice in one object.': 'Der Name {name} steht zweimal in einem Objekt.',
  'The name "__proto__" is not allowed.': 'Der Name "__proto__" ist nicht erlaubt.',
  'The body contains a NUL character, which cannot be stored.':
    'Ein NUL-Zeichen ist dabei; es lässt sich nicht speichern.',
  'The body contains half of a surrogate pair, which is not a character.':
    'Ein halbes Surrogatpaar ist dabei; das ist kein Zeichen.',
  'The number {written} cannot be represented exactly as a double. Send it as a string, or with fewer digits.':
    'Die Zahl {written} lässt sich nicht genau behalten. Sende sie als Text oder mit weniger Stellen.',
  'This cursor does not belong to this list. Start again without it.':
    'Dieser Cursor ist keiner dieser Liste. Beginne ohne ihn von vorn.',
  'Send nextCursor of the previous page, unchanged.':
    'Gib nextCursor der vorigen Seite unverändert an.',
  'Send either cursor or page.': 'Gib entweder cursor oder page an.',
  'Omit it when you send a cursor.': 'Lass es neben einem Cursor weg.',
  'Page numbers reach {deepestPagedRow} rows deep. Use the cursor to continue.':
    'Seitenzahlen reichen {deepestPagedRow} Zeilen tief. Weiter geht es mit dem Cursor.',
  'Too deep: continue with nextCursor as cursor.': 'Zu tief: Gib nextCursor als cursor an.',
  'The request did not arrive completely in time. Send it again.':
    'Die Anfrage kam nicht rechtzeitig ganz an. Sende sie noch einmal.',
  'The headers are too large. Send fewer or shorter ones.':
    'Die Header sind zu groß. Sende weniger oder kürzere.',
  'The request is not well-formed HTTP/1.1.': 'Die Anfrage ist kein wohlgeformtes HTTP/1.1.',
  'The past cannot be changed. Omit asOf to write to the present.':
    'Die Vergangenheit lässt sich nicht ändern. Lass asOf weg, um in die Gegenwart zu schreiben.',
  'This call does not compare versions. Omit If-Match.':
    'Dieser Aufruf vergleicht keine Versionen. Lass If-Match weg.',
  'Not supported by this call.': 'Dieser Aufruf unterstützt das nicht.',
  'This API token lacks the scope {scope}. Use one that has it.':
    'Diesem API-Token fehlt der Scope {scope}. Nimm eines, das ihn hat.',
  'This needs the role {needed} in the partition; you have {role}.':
    'Dafür braucht es in der Partition die Rolle {needed:translated}; deine ist {role:translated}.',
  'None of your roles allows writing, regardless of your role in the partition.':
    'Keine deiner Rollen erlaubt das Schreiben, gleich welche Rolle du in der Partition hast.',
  'This call takes no query parameters.': 'Dieser Aufruf nimmt keine Query-Parameter.',
  'This call takes no body.': 'Dieser Aufruf nimmt keine Daten.',
  'Unknown.': 'Das ist hier unbekannt.',
  'Some of the input is not valid; see fields.':
    'Einige Angaben stimmen nicht; sieh bei den Feldern nach.',
  'Unknown: {keys}.': 'Unbekannt: {keys}.',
  'This page is too large for one response. Request fewer items with pageSize, or use the cursor instead of page.':
    'Diese Seite enthält zu viel für eine Antwort. Verlange mit pageSize weniger Einträge, oder geh mit dem Cursor statt mit page weiter.',
  'Use a smaller value.': 'Gib eine kleinere an.',
  'Not authenticated. Sign in and try again.':
    'Nicht angemeldet. Melde dich an und versuche es noch einmal.',
  'You do not have permission to do this. Ask an administrator for access.':
    'Du hast keine Berechtigung dafür. Bitte einen Administrator um Zugriff.',
  'This requires a session: sign in with a browser. API tokens cannot do it.':
    'Das geht nur in einer Sitzung: Melde dich mit einem Browser an. API-Tokens dürfen es nicht.',
  'The service is overloaded. Try again shortly.':
    'Der Dienst hat gerade zu viel zu tun. Versuche es gleich noch einmal.',
  'You have too many requests in progress. Wait until some of them have finished, then try again.':
    'Von dir sind zu viele Anfragen unterwegs. Warte, bis einige davon beendet sind, und versuche es dann noch einmal.',
  'The database is distributed over several servers, which do not support this request.':
    'Die Datenbank liegt auf mehreren Servern, dort lässt sich das nicht beantworten.',
  'The database is temporarily unavailable. Try again shortly.':
    'Die Datenbank ist gerade nicht verfügbar. Versuche es gleich noch einmal.',
  'There is no disk space left to write. Reading still works; tell the operator.':
    'Zum Schreiben ist kein Platz mehr. Lesen geht weiterhin; sage es dem Betreiber.',
  'This took too long and was stopped. Narrow it down, or try again.':
    'Das dauerte zu lange und wurde angehalten. Schränke es ein, oder versuche es noch einmal.',
  'The body is too large. Send it in smaller parts.':
    'Was gesendet wurde, ist zu groß. Sende es in kleineren Teilen.',
  'Send the body as it is, without Content-Encoding.':
    'Sende den Inhalt unverändert, ohne Content-Encoding.',
  'Send JSON, with Content-Type: application/json.':
    'Sende JSON, mit Content-Type: application/json.',
  'The request is not well-formed.': 'Die Anfrage ist nicht wohlgeformt.',
  'Something went wrong. Tell the operator the request ID.':
    'Etwas ist schiefgegangen. Nenne dem Betreiber die Anfrage-ID.',
};
