import { texts } from '../../platform/texts.ts';

export const usePageTexts = texts({
  en: {
    breadcrumb: 'Breadcrumb',
    loading: 'Loading…',
    noPage: 'There is no page for this, because its ID cannot be part of an address.',
  },
  de: {
    breadcrumb: 'Navigationspfad',
    loading: 'Wird geladen …',
    noPage: 'Dafür gibt es keine Seite, weil die ID nicht in einer Adresse stehen kann.',
  },
});
