import { grouped, texts } from '../../platform/texts.ts';

export const useFilesTexts = texts({
  en: {
    tooLarge: {
      rows: (most: number) =>
        `A workbook can have at most ${grouped(most)} rows. Export it as CSV or NDJSON.`,
      columns: (most: number) =>
        `A workbook can have at most ${grouped(most)} columns. Export it as CSV or NDJSON.`,
    },
  },
  de: {
    tooLarge: {
      rows: (most: number) =>
        `Eine Arbeitsmappe kann höchstens ${grouped(most)} Zeilen haben. Exportiere als CSV oder NDJSON.`,
      columns: (most: number) =>
        `Eine Arbeitsmappe kann höchstens ${grouped(most)} Spalten haben. Exportiere als CSV oder NDJSON.`,
    },
  },
});
