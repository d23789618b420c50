import { grouped, texts } from '../../../../platform/texts.ts';

export const useGraphTexts = texts({
  en: {
    title: 'Reference graph',
    count: (objects: number, references: number) =>
      `${objects === 1 ? '1 object' : `${grouped(objects)} objects`}, ${references === 1 ? '1 reference' : `${grouped(references)} references`}`,
    hint: 'Arrow keys move between objects, Enter opens one, Tab reaches its buttons; + and - zoom, 0 fits. Drag to pan; zoom with Ctrl and the wheel, or with two fingers.',
    unfoldIn: (title: string) => `Show incoming references of ${title}`,
    foldIn: (title: string) => `Hide incoming references of ${title}`,
    unfoldOut: (title: string) => `Show outgoing references of ${title}`,
    foldOut: (title: string) => `Hide outgoing references of ${title}`,
    moreIn: (title: string) => `Show more incoming references of ${title}`,
    moreOut: (title: string) => `Show more outgoing references of ${title}`,
    notSeen: 'Not visible',
    notThere: 'It did not exist then, or you do not have access to it',
    inMiddle: 'in the center',
  },
  de: {
    title: 'Graph der Verweise',
    count: (objects: number, references: number) =>
      `${objects === 1 ? '1 Objekt' : `${grouped(objects)} Objekte`}, ${references === 1 ? '1 Verweis' : `${grouped(references)} Verweise`}`,
    hint: 'Pfeiltasten gehen von Objekt zu Objekt, Enter öffnet eines, Tab erreicht seine Knöpfe; + und - zoomen, 0 passt ein. Ziehen verschiebt; Strg und das Rad oder zwei Finger zoomen.',
    unfoldIn: (title: string) => `Zeigen, was auf ${title} verweist`,
    foldIn: (title: string) => `Verbergen, was auf ${title} verweist`,
    unfoldOut: (title: string) => `Zeigen, worauf ${title} verweist`,
    foldOut: (title: string) => `Verbergen, worauf ${title} verweist`,
    moreIn: (title: string) => `Mehr zeigen, was auf ${title} verweist`,
    moreOut: (title: string) => `Mehr zeigen, worauf ${title} verweist`,
    notSeen: 'Nicht zu sehen',
    notThere: 'Es war damals nicht da, oder du darfst es nicht sehen',
    inMiddle: 'in der Mitte',
  },
});
