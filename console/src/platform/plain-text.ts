import { directionControls, trimInvisible } from '@annals/contracts/unseen-characters';

/** No name may contain them. */
const controls = new RegExp(`[${directionControls}]`, 'g');

/** A cell or a part of a line, without what nobody sees in it. */
export const plainText = (text: string): string => trimInvisible(text.replace(controls, ''));

/** A name to compare with others. Word processors write other hyphens than keyboards do. */
export const foldName = (name: string): string =>
  plainText(name)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[\u2010-\u2014\u2212]/g, '-')
    .toLowerCase();
