import { texts } from '../texts.ts';

export const usePermissionTexts = texts({
  en: {
    allowsNothing: 'Allows nothing by itself; what counts is the membership in partitions.',
    ownUnitsOnly: 'in the own organizational units and the units below',
    permissions: {
      'users:read': 'See users',
      'users:write': 'Invite users and change them',
      'roles:write': 'Define roles and what each allows',
      'organizational-units:read': 'See organizational units',
      'organizational-units:write': 'Create organizational units and change them',
      'identity-providers:read': 'See identity providers',
      'identity-providers:write': 'Set up identity providers',
      'tokens:read': 'See the API tokens of others',
      'tokens:write': 'Revoke the API tokens of others',
      'applications:read': 'See applications',
      'applications:write': 'Create applications and issue tokens for them',
      'events:read': 'Read what was done by whom',
      'operations:read': 'See the health and the migrations of the services',
      'data-users:read': 'See the users of the data service',
      'alias-urls:read': 'See alias URLs',
      'alias-urls:write': 'Create alias URLs and change them',
      'partitions:create': 'Create partitions',
      'partitions:read-all': 'Read every partition',
      'partitions:write-all': 'Write in every partition',
      'partitions:write': 'Write in partitions, where the membership allows it',
    },
    roles: {
      GLOBAL_MASTER: { name: 'Global master', description: 'May do everything.' },
      ORG_ADMIN: {
        name: 'Unit administrator',
        description:
          'Administers the users of the own organizational units and of the units below.',
      },
      AUDITOR: { name: 'Auditor', description: 'Reads everything and changes nothing.' },
      USER: { name: 'User', description: 'Works in the partitions one is a member of.' },
    },
  },
  de: {
    allowsNothing: 'Erlaubt für sich nichts; es zählt die Mitgliedschaft in Partitionen.',
    ownUnitsOnly: 'in den eigenen Organisationseinheiten und denen darunter',
    permissions: {
      'users:read': 'Benutzer sehen',
      'users:write': 'Benutzer einladen und ändern',
      'roles:write': 'Rollen festlegen und was jede erlaubt',
      'organizational-units:read': 'Organisationseinheiten sehen',
      'organizational-units:write': 'Organisationseinheiten anlegen und ändern',
      'identity-providers:read': 'Identitätsanbieter sehen',
      'identity-providers:write': 'Identitätsanbieter einrichten',
      'tokens:read': 'Die API-Tokens anderer sehen',
      'tokens:write': 'Die API-Tokens anderer widerrufen',
      'applications:read': 'Anwendungen sehen',
      'applications:write': 'Anwendungen anlegen und Tokens für sie ausstellen',
      'events:read': 'Lesen, wer was getan hat',
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
      USER: {
        name: 'Benutzer',
        description: 'Arbeitet in den Partitionen, in denen man Mitglied ist.',
      },
    },
  },
});
