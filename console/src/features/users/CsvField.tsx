import { Button, Textarea } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { FileButton } from '../../ui/files/FileButton.tsx';
import { downloadText } from '../../platform/downloads.ts';
import { templateOfCsv } from './invitation-csv.ts';
import { acceptedFiles, textOfInvitations } from './invitation-text.ts';
import classes from './Invite.module.css';
import { useInviteTexts } from './invite.texts.ts';

interface CsvFieldProps {
  value: string;
  onChange: (csv: string) => void;
  error?: ReactNode;
}

/** CSV input: a dropped or chosen file, or pasted text. */
export function CsvField({ value, onChange, error }: CsvFieldProps) {
  const t = useInviteTexts();
  const [unreadable, setUnreadable] = useState<string>();

  async function take(file: File) {
    try {
      onChange(await textOfInvitations(file));
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
        <FileButton label={t.file} accept={acceptedFiles} onFile={(file) => void take(file)} />
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => downloadText('invitations.csv', templateOfCsv, 'text/csv')}
        >
          {t.template}
        </Button>
      </div>
      <DropArea onFile={(file) => void take(file)}>
        <Textarea
          label={t.csv}
          description={`${t.drop} ${t.columns}`}
          classNames={{ wrapper: classes.lines ?? '' }}
          rows={8}
          wrap="off"
          spellCheck={false}
          placeholder={'ada@example.org\nKonrad Zuse <konrad@example.org>'}
          value={value}
          error={error ?? unreadable}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </DropArea>
    </>
  );
}
