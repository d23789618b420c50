import { Button, Input } from '@mantine/core';
import { memo } from 'react';
import { type ColumnFormat, formatKey } from '@annals/rules/tables/column-format';
import type { DetectedColumn } from '@annals/rules/tables/detect-column';
import { readCell } from '@annals/rules/tables/read-cell';
import { useLanguage } from '../../../platform/texts.ts';
import classes from '../shared/transfers.module.css';
import { columnTypes, formatsOf } from './column-formats.ts';
import { chooseColumn, chooseColumnType } from './import-work.ts';
import { useFormatTexts } from './format.texts.ts';
import { useMappingTexts } from './mapping.texts.ts';
import { PlainSelect } from './PlainFields.tsx';

interface ColumnFormatFieldsProps {
  index: number;
  title: string;
  format: ColumnFormat;
  /** What its cells can mean, if it has to be chosen. */
  doubt: DetectedColumn['doubt'];
  /** A cell that is stored in another form than it is written. */
  converted: string | undefined;
  /** Whether a missing choice is reported. */
  asked: boolean;
}

/** The type of a column and how its values are written. */
export const ColumnFormatFields = memo(function ColumnFormatFields({
  index,
  title,
  format,
  doubt,
  converted,
  asked,
}: ColumnFormatFieldsProps) {
  const m = useMappingTexts();
  const t = useFormatTexts();
  const language = useLanguage();
  const formats = formatsOf(format);
  return (
    <div className={classes.format}>
      <PlainSelect
        label={m.of(m.readAs, title)}
        options={columnTypes.map((value) => ({ value, label: t.types[value] }))}
        value={format.type}
        onChange={(type) => chooseColumnType(index, format, type)}
      />
      {formats.length > 1 && doubt === undefined && (
        <PlainSelect
          label={m.of(t.writtenAs, title)}
          options={formats.map((one) => ({ value: formatKey(one), label: t.formatName(one) }))}
          value={formatKey(format)}
          onChange={(key) => {
            const chosen = formats.find((one) => formatKey(one) === key);
            if (chosen) chooseColumn(index, { format: chosen });
          }}
        />
      )}
      {converted !== undefined && doubt === undefined && (
        <span className={classes.hint}>{t.becomes(converted, valueOf(converted, format))}</span>
      )}
      {doubt && (
        <fieldset
          aria-label={m.of(t.meaning(doubt.example), title)}
          aria-invalid={asked}
          className={classes.doubt}
        >
          <span>{t.meaning(doubt.example)}</span>
          <span className={classes.line}>
            {doubt.choices.map((choice) => (
              <Button
                key={formatKey(choice)}
                size="compact-sm"
                variant="default"
                onClick={() => chooseColumn(index, { format: choice })}
              >
                {meaningOf(doubt.example, choice, t, language)}
              </Button>
            ))}
          </span>
          {asked && <Input.Error>{t.choose}</Input.Error>}
        </fieldset>
      )}
    </div>
  );
});

function valueOf(cell: string, format: ColumnFormat): string {
  const reading = readCell(cell, format);
  return 'value' in reading ? String(reading.value) : cell;
}

/** What a cell says if it is read like this. */
function meaningOf(
  example: string,
  format: ColumnFormat,
  t: ReturnType<typeof useFormatTexts>,
  language: string,
): string {
  const reading = readCell(example, format);
  const value = 'value' in reading ? reading.value : undefined;
  // Without groups, which would look like the example again.
  if (typeof value === 'number')
    return value.toLocaleString(language, { maximumFractionDigits: 20, useGrouping: false });
  if (format.type === 'date' && typeof value === 'string')
    return new Date(`${value}T00:00:00Z`).toLocaleDateString(language, {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
  if (format.type === 'list' && Array.isArray(value)) return JSON.stringify(value);
  return format.type === 'text' ? t.types.text : t.formatName(format);
}
