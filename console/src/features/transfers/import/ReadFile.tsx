import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ReadingChoices } from '@annals/rules/files/open-data-file';
import { textEncodings } from '@annals/rules/files/text-encoding';
import { cellText } from '@annals/rules/tables/table';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { SimpleTable, type TableColumn } from '../../../ui/tables/SimpleTable.tsx';
import panels from '../../../ui/page/Panels.module.css';
import classes from '../shared/transfers.module.css';
import { useFileTexts } from './file.texts.ts';
import type { ImportRun } from './import-run.ts';
import { cancelRereading, closeImport, confirmReading, readAs } from './import-work.ts';
import { useImportTexts } from './import.texts.ts';
import { useMappingTexts } from './mapping.texts.ts';
import type { Sheet } from './sheet.ts';

interface ReadFileProps {
  run: ImportRun;
  sheet: Sheet;
}

const headerChoices = 25;
const headerCells = 4;

/** Asks which part of a file is the table, and how its texts are read, and shows what comes of it. */
export function ReadFile({ run, sheet }: ReadFileProps) {
  const t = useFileTexts();
  const m = useMappingTexts();
  const p = useImportTexts();
  const { facts, grid } = sheet;
  const { rereading } = run;
  const reading = rereading ?? sheet.reading;
  const choose = (choice: ReadingChoices) => readAs({ ...reading, ...choice });
  // Remarks can be longer than what there is to choose from.
  const found = grid.rows.findIndex(({ number }) => number === facts.headerRow);
  const shownRows = Math.max(headerChoices, found + 1);
  return (
    <Panel
      title={t.title(run.file.name)}
      beside={
        rereading && run.found > 0
          ? p.found(run.found)
          : rereading
            ? p.phases.OPENING
            : t.rows(sheet.rows.length)
      }
    >
      <div className={panels.panels}>
        <div className={classes.form}>
          {facts.sheets && (
            <NativeSelect
              label={t.sheet}
              data={facts.sheets.map(({ name, isHidden }) => ({
                value: name,
                label: isHidden ? t.hiddenSheet(name) : name,
              }))}
              value={reading.sheet ?? facts.sheet}
              // Its rows are others, so that what was said about them does not hold.
              onChange={({ currentTarget }) => readAs({ sheet: currentTarget.value })}
            />
          )}
          {facts.encoding && (
            <NativeSelect
              label={t.encoding}
              description={!facts.encoding.isCertain && t.encodingDoubt}
              data={textEncodings.map((value) => ({ value, label: t.encodings[value] }))}
              value={reading.encoding ?? facts.encoding.encoding}
              onChange={({ currentTarget }) =>
                choose({ encoding: textEncodings.find((each) => each === currentTarget.value) })
              }
            />
          )}
          {facts.delimiter !== undefined && (
            <NativeSelect
              label={t.delimiter}
              data={Object.entries(m.delimiters).map(([value, label]) => ({ value, label }))}
              value={reading.delimiter ?? facts.delimiter}
              onChange={({ currentTarget }) =>
                choose({ delimiter: currentTarget.value, headerRow: undefined })
              }
            />
          )}
          <NativeSelect
            label={t.headerRow}
            data={[
              ...grid.rows.slice(0, shownRows).map(({ number, cells }) => ({
                value: String(number),
                label: t.headerOption(number, headerOf(cells.map(cellText))),
              })),
              { value: '0', label: t.noHeader },
            ]}
            value={String(reading.headerRow ?? facts.headerRow)}
            onChange={({ currentTarget }) => choose({ headerRow: Number(currentTarget.value) })}
          />
          {facts.hiddenRows.length > 0 && (
            <Checkbox
              label={t.hidden(rangesOf(facts.hiddenRows), facts.hiddenRows.length)}
              checked={reading.withoutHidden !== true}
              onChange={({ currentTarget }) => choose({ withoutHidden: !currentTarget.checked })}
            />
          )}
          {facts.tallCells > 0 && (
            <Checkbox
              label={t.merged(facts.tallCells)}
              checked={reading.spreadMerged !== false}
              onChange={({ currentTarget }) => choose({ spreadMerged: currentTarget.checked })}
            />
          )}
        </div>
        {facts.cutNumbers > 0 && <Notice>{t.cutNumbers(facts.cutNumbers)}</Notice>}
        {facts.foreignCells > 0 && <Notice>{t.foreignCells(facts.foreignCells)}</Notice>}
        {run.error !== undefined && <ErrorPanel title={t.failed} error={run.error} />}
        <FirstRows sheet={sheet} />
        <div className={classes.line}>
          <Button onClick={confirmReading} loading={rereading !== undefined}>
            {t.go}
          </Button>
          {rereading ? (
            <Button variant="default" onClick={cancelRereading}>
              {p.cancel}
            </Button>
          ) : (
            <Button variant="default" onClick={closeImport}>
              {m.other}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** The first names, as a choice can show them. */
function headerOf(cells: readonly string[]): string {
  const names = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const shown = names.slice(0, headerCells).map(isolated).join(', ');
  return `${shown}${names.length > headerCells ? ', …' : ''}`;
}

/** Where no element can isolate it: a direction mark in a text turns no other one around. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

const shownRanges = 10;

/** 4, 7–9 */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges
    .slice(0, shownRanges)
    .map(([from, to]) => (from === to ? from : `${from}–${to}`));
  return `${shown.join(', ')}${ranges.length > shownRanges ? ', …' : ''}`;
}

const previewRows = 8;
const previewColumns = 12;

function FirstRows({ sheet }: { sheet: Sheet }) {
  const t = useFileTexts();
  const columns: TableColumn<Sheet['rows'][number]>[] = [
    {
      id: 'number',
      header: t.number,
      render: ({ number, isHidden }) => (isHidden ? `${number} (${t.isHidden})` : number),
      names: true,
      fits: true,
    },
    ...sheet.titles.slice(0, previewColumns).map((title, index) => ({
      id: String(index),
      header: title,
      render: ({ cells }: Sheet['rows'][number]) => (
        <span className={classes.previewCell}>{cellText(cells[index])}</span>
      ),
    })),
  ];
  return (
    <SimpleTable
      label={t.preview}
      columns={columns}
      rows={sheet.rows.slice(0, previewRows)}
      rowKey={({ number }) => number}
      scrolls="tall"
      framed
    />
  );
}
