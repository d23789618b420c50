import { Button, Textarea } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { downloadText } from '../../shared/csv/download-text.ts';
import { templateOfCsv, textOfFile } from './invitation-csv.ts';
import classes from './Invite.module.css';
import { useInviteTexts } from './invite.texts.ts';

interface CsvFieldProps {
  value: string;
  onChange: (csv: string) => void;
  error?: ReactNode;
}

/** The lines of a file: dropped, chosen, or pasted. */
export function CsvField({ value, onChange, error }: CsvFieldProps) {
  const t = useInviteTexts();
  const [over, setOver] = useState(false);
  const [unreadable, setUnreadable] = useState<string>();

  async function take(file: File | undefined) {
    if (!file) return;
    try {
      onChange(await textOfFile(file));
      setUnreadable(undefined);
    } catch {
      setUnreadable(t.notRead(file.name));
    }
  }

  return (
    <>
      <p className={classes.hint}>
        {t.manyHint} {t.checking}
      </p>
      <div className={classes.line}>
        <label className={classes.fileLabel}>
          <IconFileUpload size={16} stroke={1.75} aria-hidden />
          {t.file}
          <input
            className={classes.file}
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0]);
              // The same file can be chosen again once it was mended.
              currentTarget.value = '';
            }}
          />
        </label>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => downloadText('invitations.csv', templateOfCsv, 'text/csv')}
        >
          {t.template}
        </Button>
      </div>
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
          void take(event.dataTransfer.files[0]);
        }}
      >
        <Textarea
          label={t.csv}
          description={`${t.drop} ${t.columns}`}
          classNames={{ wrapper: classes.lines ?? '' }}
          rows={8}
          wrap="off"
          spellCheck={false}
          placeholder={'email,name\nada@example.org,Ada Lovelace'}
          value={value}
          error={error ?? unreadable}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
    </>
  );
}
