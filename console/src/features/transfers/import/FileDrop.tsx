import { DropArea } from '../../../shared/files/DropArea.tsx';
import { FileButton } from '../../../shared/files/FileButton.tsx';
import { useLanguage } from '../../../shared/texts.ts';
import classes from '../Transfers.module.css';
import { useImportTexts } from './import.texts.ts';

interface FileDropProps {
  file: File | undefined;
  onFile: (file: File) => void;
}

/** A file, dropped or chosen. */
export function FileDrop({ file, onFile }: FileDropProps) {
  const t = useImportTexts();
  const language = useLanguage();
  return (
    <DropArea onFile={onFile}>
      <div className={classes.drop}>
        <FileButton
          label={t.choose}
          accept=".ndjson,.jsonl,.json,.csv,.tsv,application/x-ndjson,text/csv"
          onFile={onFile}
        />
        <output>
          {file ? (
            <span className={classes.fileName}>
              {t.chosen(file.name, sizeOf(file.size, language))}
            </span>
          ) : (
            <span className={classes.hint}>{t.drop}</span>
          )}
        </output>
      </div>
    </DropArea>
  );
}

function sizeOf(bytes: number, language: string): string {
  const [unit, divisor] =
    bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const);
  const digits = { maximumFractionDigits: bytes < 10 * divisor ? 1 : 0 };
  return (bytes / divisor).toLocaleString(language, { style: 'unit', unit, ...digits });
}
