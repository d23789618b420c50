import { grouped, texts } from '../../platform/texts.ts';

export const useSystemTexts = texts({
  en: {
    system: 'System status',
    wrong: 'Problems',
    nothingWrong: 'No problems.',
    notKnown: 'Part of the system could not be read, so this list may not be complete.',
    notAllowed: 'You do not have access to this page',
    notAllowedHint:
      'It requires the permission to view the health of the services. Ask a global master.',
    refreshed: 'Refreshed every 30 seconds',
    titles: {
      pendingMigrations: (service: string, count: string) =>
        `${service}: pending schema migrations: ${count}`,
      diskLow: (free: string) => `Only ${free} free on the disk of the database`,
      failedRequests: (service: string, count: number, of: number) =>
        `${service}: failed requests in the last hour: ${grouped(count)} of ${grouped(of)}`,
      refusedRequests: (service: string, count: number, of: number) =>
        `${service}: requests refused under load in the last hour: ${grouped(count)} of ${grouped(of)}`,
      mailsFail: (count: number) =>
        count === 1 ? '1 email cannot be sent' : `${grouped(count)} emails cannot be sent`,
      mailsGivenUp: (count: number) =>
        count === 1
          ? '1 email could not be delivered in the last 7 days'
          : `${grouped(count)} emails could not be delivered in the last 7 days`,
      auditWebhooksFail: (count: number) =>
        count === 1
          ? '1 audit log webhook is failing'
          : `${grouped(count)} audit log webhooks are failing`,
      untrustedProxy: (address: string) => `The reverse proxy at ${address} is not trusted`,
      mailsWait: 'Emails are not being sent',
      oldSigningKey: 'The signing key was not replaced in time',
      jobsFailed: (count: number) =>
        count === 1
          ? '1 job failed in the last 7 days'
          : `${grouped(count)} jobs failed in the last 7 days`,
      jobsWait: 'A job is waiting, and no server is working on it',
      noBackup: 'There is no backup',
      oldBackup: 'The last backup is more than 7 days old',
      certificatesExpire: (count: number) =>
        count === 1
          ? 'The certificate of 1 identity provider cannot be read or expires soon'
          : `The certificates of ${grouped(count)} identity providers cannot be read or expire soon`,
      replicasUnused: (count: number) =>
        count === 1
          ? '1 read replica is not answering reads'
          : `${grouped(count)} read replicas are not answering reads`,
    },
    advice: {
      pendingMigrations: 'Restart the server: it applies them when it starts.',
      diskLow: 'Free up space or enlarge the disk. Below 32 MB, the database becomes read-only.',
      failedRequests:
        'Look for entries with level error in the server log, and report them with their request IDs.',
      refusedRequests:
        'Find out where the requests come from. If they are legitimate, add processors, or more servers on the same PostgreSQL.',
      mailsFail:
        'The reasons are below. Check SMTP_URL and the mail server; each email is retried for three days.',
      mailsGivenUp:
        'The reasons are below. Correct the address on the user’s page, then send the email again from there.',
      auditWebhooksFail:
        'A global master can see the reason under Audit log, Webhooks. Fix the receiver, then switch the webhook on again: nothing is skipped.',
      untrustedProxy:
        'All users count as one address, so limits per address and addresses in the audit log are wrong. Set TRUST_PROXY to the address of the proxy, then restart the server.',
      mailsWait: 'Look for messages about the outbox in the server log, then restart the server.',
      oldSigningKey: 'Run: annals rotate-key signing',
      jobsFailed: 'The reasons are below. Restart the jobs under Import and export.',
      jobsWait: 'Check that a server is running, and look at its log.',
      noBackup: 'Run annals backup now, and then every day.',
      oldBackup: 'Run annals backup, and check why the daily one did not run.',
      certificatesExpire:
        'The reasons are below. Without a valid certificate, nobody can sign in with the provider: contact its operator.',
      replicasUnused:
        'Their states are below. The primary database answers instead: nothing fails, but its load is higher.',
    },
    notices: {
      neverBackedUp: 'No backup recorded yet',
      mailsToFiles: 'Emails are written to files instead of being sent',
    },
    noticeAdvice: {
      neverBackedUp:
        'Run annals backup every day, with the DATA_DIR of this server. Backups made with other tools, such as pg_dump, are not recorded here.',
      mailsToFiles:
        'Nobody receives invitations or links; the files are in DATA_DIR/mail. Set SMTP_URL to the address of a mail server.',
    },
    since: 'Since',
    services: { authentication: 'Authentication service', data: 'Data service' },
    version: 'Version',
    runtime: 'Runs on',
    started: 'Running since',
    workers: 'Processes',
    schema: 'Schema',
    migrations: (applied: number, newest: string) =>
      `${grouped(applied)} ${applied === 1 ? 'migration' : 'migrations'}, up to ${newest}`,
    pending: (names: string) => `Pending: ${names}`,
    backfill: 'Backfill in progress',
    backfilled: (name: string, done: number, total: number | null) =>
      total === null
        ? `${name}: ${grouped(done)} done`
        : `${name}: ${grouped(done)} done of about ${grouped(total)}`,
    none: 'None',
    database: 'Database',
    embedded: (version: string) => `Embedded PostgreSQL ${version}`,
    external: (version: string) => `External PostgreSQL ${version}`,
    databaseSize: 'Database size',
    disk: 'Free disk',
    diskOf: (free: string, total: string) => `${free} of ${total}`,
    unknown: 'Unknown',
    emails: 'Emails',
    smtp: 'Sent through',
    toFiles: 'No mail server: emails are written to files in the data directory (SMTP_URL)',
    waiting: 'Waiting',
    failing: 'Waiting for a retry',
    oldest: 'Oldest',
    failures: 'Failed emails',
    email: 'Email',
    to: 'Recipient',
    nobody: 'Address without a user',
    reason: 'Reason',
    reasonHidden: 'Not shown, because it may contain the address',
    when: 'When',
    next: 'Next attempt',
    givenUp: 'Given up',
    retry: 'Retry failed emails now',
    retried: (count: number) =>
      count === 0
        ? 'Failed emails are retried within two minutes.'
        : count === 1
          ? '1 failed email is being retried.'
          : `${grouped(count)} failed emails are being retried.`,
    notRetried: 'The emails were not retried',
    certificates: 'Certificates of identity providers',
    provider: 'Identity provider',
    host: 'Host',
    expires: 'Expires',
    withoutTls: 'No TLS',
    accepted: 'Accepted',
    expiresSoon: 'Expires soon',
    notAccepted: 'Unreadable',
    jobs: 'Jobs',
    states: { RUNNING: 'Running', DONE: 'Done', FAILED: 'Failed', CANCELLED: 'Cancelled' },
    jobKinds: { IMPORT: 'Import', COPY: 'Copy', REINDEX: 'Search index' },
    oldestJob: 'Oldest waiting job',
    noJobs: 'No jobs yet',
    failedJobs: 'Failed jobs',
    job: 'Job',
    partition: 'Partition',
    allJobs: 'All jobs',
    keys: 'Keys',
    noKeys: 'No keys yet',
    key: 'Key',
    purpose: 'Signs',
    accessTokens: 'Access tokens',
    checkpoints: 'Checkpoints of the logs',
    created: 'Created',
    state: 'Status',
    keyStates: {
      current: 'In use',
      retired: 'Retired',
      outside: 'In a file, or retired',
    },
    replicas: 'Read replicas',
    replica: 'Replica',
    lag: 'Lag',
    seconds: (seconds: number) => `${grouped(seconds)} s`,
    replicaStates: {
      USABLE: 'Answering reads',
      LAGGING: 'Too far behind',
      UNREACHABLE: 'Unreachable',
      NOT_A_STANDBY: 'Not a standby',
      OTHER_DATABASE: 'Follows another database',
      DIVERGED: 'Diverged: rewind it',
    },
    backup: 'Backup',
    lastBackup: 'Last annals backup',
    backupSize: 'Size',
    otherBackups: 'Backups made with other tools, such as pg_dump, are not listed.',
    configuration: 'Configuration',
    noConfiguration: 'No settings reported',
    variable: 'Environment variable',
    value: 'Value',
    notSet: 'Not set',
  },
  de: {
    system: 'Systemzustand',
    wrong: 'Probleme',
    nothingWrong: 'Keine Probleme.',
    notKnown:
      'Ein Teil des Systems konnte nicht gelesen werden; diese Liste ist vielleicht nicht vollständig.',
    notAllowed: 'Du darfst diese Seite nicht sehen',
    notAllowedHint:
      'Dafür braucht es die Berechtigung, den Zustand der Dienste zu sehen. Frag einen Global Master.',
    refreshed: 'Alle 30 Sekunden aktualisiert',
    titles: {
      pendingMigrations: (service, count) => `${service}: ausstehende Schema-Migrationen: ${count}`,
      diskLow: (free) => `Auf der Festplatte der Datenbank sind nur noch ${free} frei`,
      failedRequests: (service, count, of) =>
        `${service}: fehlgeschlagene Anfragen in der letzten Stunde: ${grouped(count)} von ${grouped(of)}`,
      refusedRequests: (service, count, of) =>
        `${service}: wegen Last abgelehnte Anfragen in der letzten Stunde: ${grouped(count)} von ${grouped(of)}`,
      mailsFail: (count) =>
        count === 1
          ? '1 E-Mail kann nicht gesendet werden'
          : `${grouped(count)} E-Mails können nicht gesendet werden`,
      mailsGivenUp: (count) =>
        count === 1
          ? '1 E-Mail konnte in den letzten 7 Tagen nicht zugestellt werden'
          : `${grouped(count)} E-Mails konnten in den letzten 7 Tagen nicht zugestellt werden`,
      auditWebhooksFail: (count) =>
        count === 1
          ? '1 Webhook des Audit-Logs stellt nicht zu'
          : `${grouped(count)} Webhooks des Audit-Logs stellen nicht zu`,
      untrustedProxy: (address) => `Dem Reverse-Proxy unter ${address} wird nicht vertraut`,
      mailsWait: 'E-Mails werden nicht gesendet',
      oldSigningKey: 'Der Signaturschlüssel wurde nicht rechtzeitig ersetzt',
      jobsFailed: (count) =>
        count === 1
          ? '1 Auftrag ist in den letzten 7 Tagen fehlgeschlagen'
          : `${grouped(count)} Aufträge sind in den letzten 7 Tagen fehlgeschlagen`,
      jobsWait: 'Ein Auftrag wartet, und kein Server arbeitet daran',
      noBackup: 'Es gibt keine Sicherung',
      oldBackup: 'Die letzte Sicherung ist älter als 7 Tage',
      certificatesExpire: (count) =>
        count === 1
          ? 'Das Zertifikat von 1 Identitätsanbieter ist nicht lesbar oder läuft bald ab'
          : `Die Zertifikate von ${grouped(count)} Identitätsanbietern sind nicht lesbar oder laufen bald ab`,
      replicasUnused: (count) =>
        count === 1
          ? '1 Lesereplikat beantwortet keine Lesezugriffe'
          : `${grouped(count)} Lesereplikate beantworten keine Lesezugriffe`,
    },
    advice: {
      pendingMigrations: 'Starte den Server neu: Beim Start wendet er sie an.',
      diskLow:
        'Schaffe Platz oder vergrößere die Festplatte. Unter 32 MB wird die Datenbank schreibgeschützt.',
      failedRequests:
        'Suche im Log des Servers nach Einträgen der Stufe error und melde sie mit ihren Anfrage-IDs.',
      refusedRequests:
        'Finde heraus, woher die Anfragen kommen. Sind sie berechtigt, füge Prozessoren hinzu oder weitere Server an demselben PostgreSQL.',
      mailsFail:
        'Die Gründe stehen unten. Prüfe SMTP_URL und den Mailserver; jede E-Mail wird drei Tage lang erneut versucht.',
      mailsGivenUp:
        'Die Gründe stehen unten. Berichtige die Adresse auf der Seite des Benutzers und sende die E-Mail dort noch einmal.',
      auditWebhooksFail:
        'Ein Global Master sieht den Grund unter Audit-Log, Webhooks. Bring den Empfänger in Ordnung und schalte den Webhook wieder ein: Nichts wird ausgelassen.',
      untrustedProxy:
        'Alle Benutzer zählen als eine Adresse. Grenzen je Adresse wirken dadurch nicht, und die Adressen im Audit-Log sind falsch. Setze TRUST_PROXY auf die Adresse des Proxys und starte den Server neu.',
      mailsWait:
        'Suche im Log des Servers nach Meldungen über den Postausgang und starte ihn dann neu.',
      oldSigningKey: 'Führe aus: annals rotate-key signing',
      jobsFailed: 'Die Gründe stehen unten. Starte sie unter Import und Export noch einmal.',
      jobsWait: 'Prüfe, ob ein Server läuft, und sieh in sein Log.',
      noBackup: 'Führe jetzt annals backup aus, und danach jeden Tag.',
      oldBackup: 'Führe annals backup aus und prüfe, warum die tägliche Sicherung nicht lief.',
      certificatesExpire:
        'Die Gründe stehen unten. Ohne gültiges Zertifikat kann sich niemand über den Anbieter anmelden: Frag dessen Betreiber.',
      replicasUnused:
        'Ihr Zustand steht unten. Die primäre Datenbank antwortet an ihrer Stelle: Nichts schlägt fehl, aber sie hat mehr zu tun.',
    },
    notices: {
      neverBackedUp: 'Noch keine Sicherung verzeichnet',
      mailsToFiles: 'E-Mails werden in Dateien geschrieben statt gesendet',
    },
    noticeAdvice: {
      neverBackedUp:
        'Führe annals backup täglich aus, mit dem DATA_DIR dieses Servers. Sicherungen mit anderen Werkzeugen wie pg_dump werden hier nicht verzeichnet.',
      mailsToFiles:
        'Niemand erhält Einladungen oder Links; die Dateien liegen in DATA_DIR/mail. Setze SMTP_URL auf die Adresse eines Mailservers.',
    },
    since: 'Seit',
    services: { authentication: 'Authentifizierungsdienst', data: 'Datendienst' },
    version: 'Version',
    runtime: 'Läuft auf',
    started: 'Läuft seit',
    workers: 'Prozesse',
    schema: 'Schema',
    migrations: (applied, newest) =>
      `${grouped(applied)} ${applied === 1 ? 'Migration' : 'Migrationen'}, bis ${newest}`,
    pending: (names) => `Ausstehend: ${names}`,
    backfill: 'Wird aufgefüllt',
    backfilled: (name, done, total) =>
      total === null
        ? `${name}: ${grouped(done)} erledigt`
        : `${name}: ${grouped(done)} von etwa ${grouped(total)} erledigt`,
    none: 'Keine',
    database: 'Datenbank',
    embedded: (version) => `Eingebettetes PostgreSQL ${version}`,
    external: (version) => `Externes PostgreSQL ${version}`,
    databaseSize: 'Größe der Datenbank',
    disk: 'Freier Platz',
    diskOf: (free, total) => `${free} von ${total}`,
    unknown: 'Unbekannt',
    emails: 'E-Mails',
    smtp: 'Gesendet über',
    toFiles:
      'Kein Mailserver: E-Mails werden in Dateien im Datenverzeichnis geschrieben (SMTP_URL)',
    waiting: 'Warten',
    failing: 'Warten auf erneuten Versuch',
    oldest: 'Älteste',
    failures: 'Fehlgeschlagene Mails',
    email: 'E-Mail',
    to: 'Empfänger',
    nobody: 'Adresse ohne Benutzer',
    reason: 'Grund',
    reasonHidden: 'Nicht gezeigt, da er die Adresse enthalten kann',
    when: 'Wann',
    next: 'Nächster Versuch',
    givenUp: 'Aufgegeben',
    retry: 'Fehlgeschlagene E-Mails jetzt erneut versuchen',
    retried: (count) =>
      count === 0
        ? 'Fehlgeschlagene E-Mails werden innerhalb von zwei Minuten erneut versucht.'
        : count === 1
          ? '1 fehlgeschlagene E-Mail wird jetzt erneut versucht.'
          : `${grouped(count)} fehlgeschlagene E-Mails werden jetzt erneut versucht.`,
    notRetried: 'Die E-Mails wurden nicht erneut versucht',
    certificates: 'Zertifikate der Identitätsanbieter',
    provider: 'Identitätsanbieter',
    host: 'Host',
    expires: 'Läuft ab',
    withoutTls: 'Ohne TLS',
    accepted: 'Angenommen',
    expiresSoon: 'Läuft bald ab',
    notAccepted: 'Unlesbar',
    jobs: 'Aufträge',
    states: {
      RUNNING: 'Läuft',
      DONE: 'Fertig',
      FAILED: 'Fehlgeschlagen',
      CANCELLED: 'Abgebrochen',
    },
    jobKinds: { IMPORT: 'Import', COPY: 'Kopie', REINDEX: 'Suchindex' },
    oldestJob: 'Ältester wartender Auftrag',
    noJobs: 'Noch keine Aufträge',
    failedJobs: 'Fehlgeschlagene Aufträge',
    job: 'Auftrag',
    partition: 'Partition',
    allJobs: 'Alle Aufträge',
    keys: 'Schlüssel',
    noKeys: 'Noch keine Schlüssel',
    key: 'Schlüssel',
    purpose: 'Signiert',
    accessTokens: 'Zugriffstokens',
    checkpoints: 'Checkpoints der Logs',
    created: 'Angelegt',
    state: 'Status',
    keyStates: {
      current: 'In Gebrauch',
      retired: 'Abgelöst',
      outside: 'In einer Datei oder abgelöst',
    },
    replicas: 'Lesereplikate',
    replica: 'Replikat',
    lag: 'Rückstand',
    seconds: (seconds) => `${grouped(seconds)} s`,
    replicaStates: {
      USABLE: 'Beantwortet Lesezugriffe',
      LAGGING: 'Zu weit zurück',
      UNREACHABLE: 'Nicht erreichbar',
      NOT_A_STANDBY: 'Kein Standby',
      OTHER_DATABASE: 'Folgt einer anderen Datenbank',
      DIVERGED: 'Abgewichen: zurücksetzen',
    },
    backup: 'Sicherung',
    lastBackup: 'Letztes annals backup',
    backupSize: 'Größe',
    otherBackups: 'Sicherungen mit anderen Werkzeugen wie pg_dump werden nicht aufgeführt.',
    configuration: 'Konfiguration',
    noConfiguration: 'Keine Einstellungen gemeldet',
    variable: 'Umgebungsvariable',
    value: 'Wert',
    notSet: 'Nicht gesetzt',
  },
});

export type SystemTexts = ReturnType<typeof useSystemTexts>;
