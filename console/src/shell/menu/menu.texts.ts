import { texts } from '../../platform/texts.ts';

/** Both languages at once: the palette finds a page by its name in either language. */
export const menuTexts = {
  en: {
    mainMenu: 'Main menu',
    authentication: 'Authentication',
    entry: {
      home: 'Home',
      userManagement: 'User Management',
      users: 'Users',
      apiTokens: 'Api Tokens',
      applications: 'Applications',
      organizationalUnits: 'Organizational Units',
      identityProviders: 'Identity Providers',
      partitions: 'Partitions',
      aliasUrls: 'Alias-Urls',
    },
  },
  de: {
    mainMenu: 'Hauptmenü',
    authentication: 'Authentifizierung',
    entry: {
      home: 'Start',
      userManagement: 'Benutzerverwaltung',
      users: 'Benutzer',
      apiTokens: 'API-Tokens',
      applications: 'Anwendungen',
      organizationalUnits: 'Organisationseinheiten',
      identityProviders: 'Identitätsanbieter',
      partitions: 'Partitionen',
      aliasUrls: 'Alias-URLs',
    },
  },
};

export const useMenuTexts = texts(menuTexts);
