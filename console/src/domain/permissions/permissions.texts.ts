import { texts } from '../../platform/texts.ts';

export const usePermissionTexts = texts({
  en: {
    allowsNothing: 'Grants nothing by itself; access comes from partition memberships.',
    ownUnitsOnly: 'in the holder’s organizational units and their subunits',
    allInOwnUnits: 'Only in the holder’s organizational units and their subunits.',
    permissions: {
      'users:read': 'View users',
      'users:write': 'Invite and edit users',
      'roles:write': 'Define roles and their permissions',
      'organizational-units:read': 'View organizational units',
      'organizational-units:write': 'Create and edit organizational units',
      'identity-providers:read': 'View identity providers',
      'identity-providers:write': 'Set up identity providers',
      'tokens:read': 'View the API tokens of others',
      'tokens:write': 'Revoke the API tokens of others',
      'applications:read': 'View applications',
      'applications:write': 'Create applications and their tokens',
      'events:read': 'View the audit log',
      'operations:read': 'View the health and the migrations of the services',
      'data-users:read': 'View the users of the data service',
      'alias-urls:read': 'View alias URLs',
      'alias-urls:write': 'Create and edit alias URLs',
      'partitions:create': 'Create partitions',
      'partitions:read-all': 'Read every partition',
      'partitions:write-all': 'Write to every partition',
      'partitions:write': 'Write to partitions where the membership allows it',
    },
    roles: {
      GLOBAL_MASTER: { name: 'Global master', description: 'Full access.' },
      ORG_ADMIN: {
        name: 'Unit administrator',
        description: 'Administers the users of their organizational units and subunits.',
      },
      AUDITOR: { name: 'Auditor', description: 'Can read everything and change nothing.' },
      AUDIT_LOG_READER: { name: 'Audit log reader', description: 'Can read the audit log.' },
      UNIT_AUDITOR: {
        name: 'Unit auditor',
        description:
          'Can read users, applications and events of their organizational units and subunits.',
      },
      USER: { name: 'User', description: 'Works in the partitions they are a member of.' },
    },
  },
  de: {
    allowsNothing: 'Erlaubt allein nichts; der Zugriff kommt aus Mitgliedschaften in Partitionen.',
    ownUnitsOnly: 'in den eigenen Organisationseinheiten und denen darunter',
    allInOwnUnits: 'Nur in den eigenen Organisationseinheiten und denen darunter.',
    permissions: {
      'users:read': 'Benutzer sehen',
      'users:write': 'Benutzer einladen und ändern',
      'roles:write': 'Rollen und ihre Berechtigungen festlegen',
      'organizational-units:read': 'Organisationseinheiten sehen',
      'organizational-units:write': 'Organisationseinheiten anlegen und ändern',
      'identity-providers:read': 'Identitätsanbieter sehen',
      'identity-providers:write': 'Identitätsanbieter einrichten',
      'tokens:read': 'Die API-Tokens anderer sehen',
      'tokens:write': 'Die API-Tokens anderer widerrufen',
      'applications:read': 'Anwendungen sehen',
      'applications:write': 'Anwendungen anlegen und Tokens für sie ausstellen',
      'events:read': 'Das Audit-Log sehen',
      'operations:read': 'Zustand und Migrationen der Dienste sehen',
      'data-users:read': 'Die Benutzer des Datendienstes sehen',
      'alias-urls:read': 'Alias-URLs sehen',
      'alias-urls:write': 'Alias-URLs anlegen und ändern',
      'partitions:create': 'Partitionen anlegen',
      'partitions:read-all': 'Jede Partition lesen',
      'partitions:write-all': 'In jede Partition schreiben',
      'partitions:write': 'In Partitionen schreiben, wo die Mitgliedschaft es erlaubt',
    },
    roles: {
      GLOBAL_MASTER: { name: 'Global Master', description: 'Darf alles.' },
      ORG_ADMIN: {
        name: 'Einheitsverwaltung',
        description:
          'Verwaltet die Benutzer der eigenen Organisationseinheiten und derer darunter.',
      },
      AUDITOR: { name: 'Prüfer', description: 'Liest alles und ändert nichts.' },
      AUDIT_LOG_READER: { name: 'Leser des Audit-Logs', description: 'Liest das Audit-Log.' },
      UNIT_AUDITOR: {
        name: 'Prüfer von Einheiten',
        description:
          'Liest Benutzer, Anwendungen und Ereignisse der eigenen Organisationseinheiten und derer darunter.',
      },
      USER: {
        name: 'Benutzer',
        description: 'Arbeitet in den Partitionen, in denen man Mitglied ist.',
      },
    },
  },
});
