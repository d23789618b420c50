import { texts } from '../texts.ts';

export const usePageTexts = texts({
  en: { breadcrumb: 'Breadcrumb', home: 'Home', loading: 'Loading…', noName: 'Unnamed' },
  de: { breadcrumb: 'Brotkrumen', home: 'Start', loading: 'Wird geladen …', noName: 'Ohne Namen' },
});
