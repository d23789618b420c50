import { CopyBlock } from '../../../shared/secrets/CopyBlock.tsx';
import classes from '../Transfers.module.css';
import { useImportTexts } from './import.texts.ts';

const sampleNdjson = `{"key":"runtimes","type":"CATEGORY","objectData":{"title":"Runtimes"},"modificationDate":"2020-01-01T00:00:00Z"}
{"key":"node","type":"PRODUCT","objectData":{"title":"Node.js","release":{"cycle":"16"}},"references":[{"name":"categoryRef","key":"runtimes"}],"modificationDate":"2020-01-02T00:00:00Z"}
{"key":"node","ended":true,"modificationDate":"2020-01-03T00:00:00Z"}
`;

const sampleCsv = `key,type,modificationDate,title,release.cycle,ref:categoryRef,ended
runtimes,CATEGORY,2020-01-01T00:00:00Z,Runtimes,,,
node,PRODUCT,2020-01-02T00:00:00Z,Node.js,"""16""",runtimes,
node,,2020-01-03T00:00:00Z,,,,true
`;

/** What a file to import looks like, with samples to copy. */
export function FormatHelp() {
  const t = useImportTexts();
  const columns = [
    ['key', t.columnKey],
    ['type', t.columnType],
    ['modificationDate', t.columnDate],
    ['modificationUserId', t.columnUser],
    ['id', t.columnId],
    ['ref:NAME', t.columnRef],
    ['ended', t.columnEnded],
    ['restored', t.columnRestored],
  ] as const;
  return (
    <details className={classes.explained}>
      <summary>{t.format}</summary>
      <p>{t.ndjson}</p>
      <CopyBlock label={t.sampleNdjson} value={sampleNdjson} />
      <p>{t.csv}</p>
      <ul>
        {columns.map(([name, meaning]) => (
          <li key={name}>
            <code>{name}</code>: {meaning}
          </li>
        ))}
        <li>{t.columnOther}</li>
      </ul>
      <CopyBlock label={t.sampleCsv} value={sampleCsv} />
    </details>
  );
}
