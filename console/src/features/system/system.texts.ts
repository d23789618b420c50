import { grouped, texts } from '../../shared/texts.ts';

export const useSystemTexts = texts({
  en: {
    system: 'System status',
    wrong: 'What is wrong',
    nothingWrong: 'Nothing is wrong.',
    notKnown: 'Part of the system could not be read, so this list may not be complete.',
    notAllowed: 'You may not see this',
    notAllowedHint:
      'It takes the permission to view the health of the services. Ask a global master.',
    refreshed: 'Refreshed every 30 seconds',
    titles: {
      pendingMigrations: (service: string, count: string) =>
        `${service}: schema migrations that are not applied: ${count}`,
      diskLow: (free: string) => `Only ${free} are free on the disk of the database`,
      failedRequests: (service: string, count: number, of: number) =>
        `${service}: requests that failed in the last hour: ${grouped(count)} of ${grouped(of)}`,
      refusedRequests: (service: string, count: number, of: number) =>
        `${service}: requests refused under load in the last hour: ${grouped(count)} of ${grouped(of)}`,
      mailsFail: (count: number) =>
        count === 1 ? '1 email cannot be sent' : `${grouped(count)} emails cannot be sent`,
      mailsGivenUp: (count: number) =>
        count === 1
          ? '1 email was given up in the last 7 days'
          : `${grouped(count)} emails were given up in the last 7 days`,
      auditWebhooksFail: (count: number) =>
        count === 1
          ? '1 webhook of the audit log does not deliver'
          : `${grouped(count)} webhooks of the audit log do not deliver`,
      mailsWait: 'Emails are not being sent',
      oldSigningKey: 'The signing key was not replaced in time',
      jobsFailed: (count: number) =>
        count === 1
          ? '1 job failed in the last 7 days'
          : `${grouped(count)} jobs failed in the last 7 days`,
      jobsWait: 'A job is waiting and no server works on it',
      noBackup: 'There is no backup',
      oldBackup: 'The last backup is more than 7 days old',
      certificatesExpire: (count: number) =>
        count === 1
          ? 'The certificate of 1 identity provider cannot be read or expires soon'
          : `The certificates of ${grouped(count)} identity providers cannot be read or expire soon`,
      replicasUnused: (count: number) =>
        count === 1
          ? '1 read replica answers no reads'
          : `${grouped(count)} read replicas answer no reads`,
    },
    advice: {
      pendingMigrations: 'Restart the server: it applies them when it starts.',
      diskLow: 'Make room or enlarge the disk. Below 32 MB the database only reads.',
      failedRequests:
        'Look in the log of the server for entries of the level error, and report them with their request ids.',
      refusedRequests:
        'Find out who sends so many. If they are wanted, add processors, or servers on one PostgreSQL.',
      mailsFail:
        'The reasons are below. Check SMTP_URL and the mail server; each email is tried again for three days.',
      mailsGivenUp:
        'The reasons are below. Correct the address of the user, then send it again there.',
      auditWebhooksFail:
        'A global master sees why under Audit log, Webhooks. Repair the receiver, and switch on what was given up: nothing is skipped.',
      mailsWait: 'Look in the log of the server for what it says about the outbox, and restart it.',
      oldSigningKey: 'Run: annals rotate-key signing',
      jobsFailed: 'The reasons are below. Start them again under Import and export.',
      jobsWait: 'Check that a server is running, and look in its log.',
      noBackup: 'Run annals backup now, and then every day.',
      oldBackup: 'Run annals backup, and check why the daily one did not run.',
      certificatesExpire:
        'The reasons are below. Without an accepted certificate nobody can sign in through the provider: ask whoever runs it.',
      replicasUnused:
        'Their states are below. The primary database answers instead: nothing fails, but it has more to do.',
    },
    since: 'Since',
    services: { authentication: 'Authentication service', data: 'Data service' },
    version: 'Version',
    runtime: 'Runs on',
    started: 'Running since',
    workers: 'Processes',
    schema: 'Schema',
    migrations: (applied: number, newest: string) =>
      `${grouped(applied)} ${applied === 1 ? 'migration' : 'migrations'} applied, up to ${newest}`,
    pending: (names: string) => `Pending: ${names}`,
    backfill: 'Being filled',
    backfilled: (name: string, done: number, total: number | null) =>
      total === null
        ? `${name}: ${grouped(done)} done`
        : `${name}: ${grouped(done)} done of about ${grouped(total)}`,
    none: 'None',
    database: 'Database',
    embedded: (version: string) => `Embedded PostgreSQL ${version}`,
    external: (version: string) => `Separate PostgreSQL ${version}`,
    databaseSize: 'Database size',
    disk: 'Free disk',
    diskOf: (free: string, total: string) => `${free} of ${total}`,
    unknown: 'Not known',
    lastHour: 'Last hour',
    responses: (requests: number, failed: number, refused: number) =>
      `Requests: ${grouped(requests)}, failed: ${grouped(failed)}, refused under load: ${grouped(refused)}`,
    ofOne: 'of the process that answers',
    ofSome: (known: string, all: string) => `of ${known} of ${all} processes`,
    emails: 'Emails',
    smtp: 'Sent through',
    toFiles: 'No mail server: emails are written to files in the data directory (SMTP_URL)',
    waiting: 'Waiting',
    failing: 'To be tried again',
    oldest: 'Oldest',
    failures: 'Failed emails',
    email: 'Email',
    to: 'Recipient',
    nobody: 'An address of no user',
    reason: 'Reason',
    reasonHidden: 'Not shown, since it may name the address',
    when: 'When',
    next: 'Next attempt',
    givenUp: 'Given up',
    retry: 'Try failed emails now',
    retried: (count: number) =>
      count === 0
        ? 'Failed emails are tried again within two minutes.'
        : count === 1
          ? '1 failed email is tried again now.'
          : `${grouped(count)} failed emails are tried again now.`,
    notRetried: 'The emails were not tried again',
    certificates: 'Certificates of identity providers',
    provider: 'Identity provider',
    host: 'Host',
    expires: 'Expires',
    withoutTls: 'No TLS',
    accepted: 'Accepted',
    expiresSoon: 'Expires soon',
    notAccepted: 'Not read',
    jobs: 'Jobs',
    states: { RUNNING: 'Running', DONE: 'Done', FAILED: 'Failed', CANCELLED: 'Cancelled' },
    jobKinds: { IMPORT: 'Import', COPY: 'Copy', REINDEX: 'Search index' },
    oldestJob: 'Oldest that nobody works on',
    noJobs: 'No jobs yet',
    failedJobs: 'Failed jobs',
    job: 'Job',
    partition: 'Partition',
    allJobs: 'All jobs',
    keys: 'Keys',
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
    lag: 'Answers are at most',
    seconds: (seconds: number) => `${grouped(seconds)} s old`,
    replicaStates: {
      USABLE: 'Answers reads',
      LAGGING: 'Too far behind',
      UNREACHABLE: 'Not reachable',
      NOT_A_STANDBY: 'No standby',
      OTHER_DATABASE: 'Follows another database',
      DIVERGED: 'Diverged: rewind it',
    },
    backup: 'Backup',
    lastBackup: 'Last annals backup',
    backupSize: 'Size',
    otherBackups: 'Backups by other tools, such as pg_dump, are not known here.',
    configuration: 'Configuration',
    variable: 'Environment variable',
    value: 'Value',
    notSet: 'Not set',
  },
  de: {
    system: 'Systemzustand',
    wrong: 'Was nicht stimmt',
    nothingWrong: 'Alles ist in Ordnung.',
    notKnown:
      'Ein Teil des Systems konnte nicht gelesen werden; diese Liste ist vielleicht nicht vollständig.',
    notAllowed: 'Das darfst du nicht sehen',
    notAllowedHint:
      'Dafür braucht es die Berechtigung, den Zustand der Dienste zu sehen. Frag einen Global Master.',
    refreshed: 'Alle 30 Sekunden aktualisiert',
    titles: {
      pendingMigrations: (service, count) =>
        `${service}: Schema-Migrationen, die nicht angewendet sind: ${count}`,
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
          ? '1 E-Mail wurde in den letzten 7 Tagen aufgegeben'
          : `${grouped(count)} E-Mails wurden in den letzten 7 Tagen aufgegeben`,
      auditWebhooksFail: (count) =>
        count === 1
          ? '1 Webhook des Audit-Logs stellt nicht zu'
          : `${grouped(count)} Webhooks des Audit-Logs stellen nicht zu`,
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
        'Schaffe Platz oder vergrößere die Festplatte. Unter 32 MB nimmt die Datenbank nichts mehr an.',
      failedRequests:
        'Suche im Log des Servers nach Einträgen der Stufe error und melde sie mit ihren Anfrage-IDs.',
      refusedRequests:
        'Finde heraus, wer so viele sendet. Sind sie gewollt, füge Prozessoren hinzu oder Server an einem PostgreSQL.',
      mailsFail:
        'Die Gründe stehen unten. Prüfe SMTP_URL und den Mailserver; jede E-Mail wird drei Tage lang wieder versucht.',
      mailsGivenUp:
        'Die Gründe stehen unten. Berichtige die Adresse des Benutzers und sende sie dort noch einmal.',
      auditWebhooksFail:
        'Ein Global Master sieht den Grund unter Audit-Log, Webhooks. Bring den Empfänger in Ordnung und schalte ein, was aufgegeben wurde: Nichts wird ausgelassen.',
      mailsWait:
        'Sieh im Log des Servers nach, was er über den Postausgang sagt, und starte ihn neu.',
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
    since: 'Seit',
    services: { authentication: 'Authentifizierungsdienst', data: 'Datendienst' },
    version: 'Version',
    runtime: 'Läuft auf',
    started: 'Läuft seit',
    workers: 'Prozesse',
    schema: 'Schema',
    migrations: (applied, newest) =>
      `${grouped(applied)} ${applied === 1 ? 'Migration' : 'Migrationen'} angewendet, bis ${newest}`,
    pending: (names) => `Ausstehend: ${names}`,
    backfill: 'Wird aufgefüllt',
    backfilled: (name, done, total) =>
      total === null
        ? `${name}: ${grouped(done)} erledigt`
        : `${name}: ${grouped(done)} von etwa ${grouped(total)} erledigt`,
    none: 'Keine',
    database: 'Datenbank',
    embedded: (version) => `Eingebettetes PostgreSQL ${version}`,
    external: (version) => `Eigenes PostgreSQL ${version}`,
    databaseSize: 'Größe der Datenbank',
    disk: 'Freier Platz',
    diskOf: (free, total) => `${free} von ${total}`,
    unknown: 'Nicht bekannt',
    lastHour: 'Letzte Stunde',
    responses: (requests, failed, refused) =>
      `Anfragen: ${grouped(requests)}, fehlgeschlagen: ${grouped(failed)}, wegen Last abgelehnt: ${grouped(refused)}`,
    ofOne: 'des Prozesses, der antwortet',
    ofSome: (known, all) => `von ${known} von ${all} Prozessen`,
    emails: 'E-Mails',
    smtp: 'Gesendet über',
    toFiles:
      'Kein Mailserver: E-Mails werden in Dateien im Datenverzeichnis geschrieben (SMTP_URL)',
    waiting: 'Warten',
    failing: 'Werden wieder versucht',
    oldest: 'Älteste',
    failures: 'Fehlgeschlagene Mails',
    email: 'E-Mail',
    to: 'Empfänger',
    nobody: 'Eine Adresse ohne Benutzer',
    reason: 'Grund',
    reasonHidden: 'Nicht gezeigt, da er die Adresse nennen kann',
    when: 'Wann',
    next: 'Nächster Versuch',
    givenUp: 'Aufgegeben',
    retry: 'Fehlgeschlagene jetzt versuchen',
    retried: (count) =>
      count === 0
        ? 'Fehlgeschlagene E-Mails werden innerhalb von zwei Minuten wieder versucht.'
        : count === 1
          ? '1 fehlgeschlagene E-Mail wird jetzt wieder versucht.'
          : `${grouped(count)} fehlgeschlagene E-Mails werden jetzt wieder versucht.`,
    notRetried: 'Die E-Mails wurden nicht wieder versucht',
    certificates: 'Zertifikate der Identitätsanbieter',
    provider: 'Identitätsanbieter',
    host: 'Host',
    expires: 'Läuft ab',
    withoutTls: 'Ohne TLS',
    accepted: 'Angenommen',
    expiresSoon: 'Läuft bald ab',
    notAccepted: 'Nicht gelesen',
    jobs: 'Aufträge',
    states: {
      RUNNING: 'Läuft',
      DONE: 'Fertig',
      FAILED: 'Fehlgeschlagen',
      CANCELLED: 'Abgebrochen',
    },
    jobKinds: { IMPORT: 'Import', COPY: 'Kopie', REINDEX: 'Suchindex' },
    oldestJob: 'Ältester, an dem niemand arbeitet',
    noJobs: 'Noch keine Aufträge',
    failedJobs: 'Fehlgeschlagene Aufträge',
    job: 'Auftrag',
    partition: 'Partition',
    allJobs: 'Alle Aufträge',
    keys: 'Schlüssel',
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
    lag: 'Antworten sind höchstens',
    seconds: (seconds) => `${grouped(seconds)} s alt`,
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
    otherBackups: 'Sicherungen mit anderen Werkzeugen wie pg_dump sind hier nicht bekannt.',
    configuration: 'Konfiguration',
    variable: 'Umgebungsvariable',
    value: 'Wert',
    notSet: 'Nicht gesetzt',
  },
});

export type SystemTexts = ReturnType<typeof useSystemTexts>;
