/** Lower case without accents, so that "uber" finds "Über" and "strasse" finds "Straße". */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}
