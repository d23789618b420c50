import type { PageWithNeeds } from '../platform/page-files.ts';
import { productTitle } from '../platform/api/product.ts';
import { texts } from '../platform/texts.ts';

type Names = Record<PageWithNeeds, string>;
/** What helps instead. */
type Hints = Partial<Record<PageWithNeeds, string>> & Record<string, string>;

const en = {
  names: {
    subscriptions: 'Subscriptions',
    migrations: 'Import and export',
    'audit-log': 'Audit log',
    'audit-log-incident': 'Incident',
    'audit-log-webhooks': 'Audit log webhooks',
    'audit-log-webhooks-webhookId': 'Webhook',
    system: 'System status',
    'v1-sign-in-rules': 'Sign-in rules',
    'v1-users-userId-edit': 'Edit user',
    'v1-applications': 'Applications',
    'v1-partitions-all-users': `${productTitle} users`,
    'v1-partitions-partitionId-users': 'Members',
    'v1-partitions-partitionId-objects-recent': 'Recent changes',
    'v1-partitions-partitionId-objects-edit': 'Edit in a grid',
    'v1-partitions-partitionId-objects-objectId': 'Version of an object',
    'v1-partitions-partitionId-objects-referencedBy-objectId': 'Referenced by',
    'v1-partitions-partitionId-indices-search-text': 'Full-text search',
    'v1-partitions-partitionId-timelines-timelineId-objects': 'History',
    'v1-partitions-partitionId-change-sets': 'Change sets',
    'v1-partitions-partitionId-change-sets-changeSetId': 'Change set',
    'v1-partitions-partitionId-samples': 'Samples',
    'v1-partitions-partitionId-samples-sampleId': 'Sample',
    'v1-partitions-partitionId-webhooks-webhookId': 'Webhook',
  } satisfies Names,
  hints: {
    system: 'Use the monitoring tools of the services.',
    'v1-applications': 'You can open an application whose ID you know.',
    'v1-partitions-all-users': 'You can open a user whose ID you know.',
    'v1-partitions-partitionId-indices-search-text':
      'You can still search the list of objects of the partition.',
  } satisfies Hints as Hints,
  applicationId: 'Application ID',
  userId: 'User ID',
  idMissing: 'Enter an ID.',
  open: 'Open',
  home: 'Home',
  partitions: 'Partitions',
  unknown: 'Partition',
  partition: 'Go to the partition',
  user: 'Go to the user',
};

const de: typeof en = {
  names: {
    subscriptions: 'Abonnements',
    migrations: 'Import und Export',
    'v1-sign-in-rules': 'Anmelderegeln',
    'audit-log': 'Audit-Log',
    'audit-log-incident': 'Vorfall',
    'audit-log-webhooks': 'Webhooks des Audit-Logs',
    'audit-log-webhooks-webhookId': 'Webhook',
    system: 'Systemzustand',
    'v1-users-userId-edit': 'Benutzer bearbeiten',
    'v1-applications': 'Anwendungen',
    'v1-partitions-all-users': `Benutzer von ${productTitle}`,
    'v1-partitions-partitionId-users': 'Mitglieder',
    'v1-partitions-partitionId-objects-recent': 'Letzte Änderungen',
    'v1-partitions-partitionId-objects-edit': 'In einem Raster bearbeiten',
    'v1-partitions-partitionId-objects-objectId': 'Version eines Objekts',
    'v1-partitions-partitionId-objects-referencedBy-objectId': 'Verweise hierher',
    'v1-partitions-partitionId-indices-search-text': 'Volltextsuche',
    'v1-partitions-partitionId-timelines-timelineId-objects': 'Verlauf',
    'v1-partitions-partitionId-change-sets': 'Änderungssätze',
    'v1-partitions-partitionId-change-sets-changeSetId': 'Änderungssatz',
    'v1-partitions-partitionId-samples': 'Stichproben',
    'v1-partitions-partitionId-samples-sampleId': 'Stichprobe',
    'v1-partitions-partitionId-webhooks-webhookId': 'Webhook',
  },
  hints: {
    system: 'Nutze die Überwachungswerkzeuge der Dienste.',
    'v1-applications': 'Eine Anwendung, deren ID du kennst, kannst du öffnen.',
    'v1-partitions-all-users': 'Einen Benutzer, dessen ID du kennst, kannst du öffnen.',
    'v1-partitions-partitionId-indices-search-text':
      'Die Liste der Objekte der Partition lässt sich trotzdem durchsuchen.',
  },
  applicationId: 'ID der Anwendung',
  userId: 'ID des Benutzers',
  idMissing: 'Gib eine ID ein.',
  open: 'Öffnen',
  home: 'Start',
  partitions: 'Partitionen',
  unknown: 'Partition',
  partition: 'Zur Partition',
  user: 'Zum Benutzer',
};

export const useNotOfferedTexts = texts({ en, de });
