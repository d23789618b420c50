import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage } from '../../../shared/texts.ts';
import classes from '../Moves.module.css';
import { useImportTexts } from './import.texts.ts';

interface FileDropProps {
  file: File | undefined;
  onFile: (file: File) => void;
}

/** A file, dropped or chosen. */
export function FileDrop({ file, onFile }: FileDropProps) {
  const t = useImportTexts();
  const language = useLanguage();
  const [over, setOver] = useState(false);
  const take = (chosen: File | undefined) => chosen && onFile(chosen);
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <label className={classes.fileLabel}>
        <IconFileUpload size={16} stroke={1.75} aria-hidden />
        {t.choose}
        <input
          className={classes.file}
          type="file"
          accept=".ndjson,.jsonl,.json,.csv,.tsv,application/x-ndjson,text/csv"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            // The same file can be chosen again once it was mended.
            currentTarget.value = '';
          }}
        />
      </label>
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
  );
}

function sizeOf(bytes: number, language: string): string {
  const [unit, divisor] =
    bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const);
  const digits = { maximumFractionDigits: bytes < 10 * divisor ? 1 : 0 };
  return (bytes / divisor).toLocaleString(language, { style: 'unit', unit, ...digits });
}
