import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Load } from '@annals/contracts/system';
import type { AuthenticationSystem, DataSystem } from '../../domain/system/system-problems.ts';
import { grouped, useDateLocale } from '../../platform/texts.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { Bars } from '../../ui/charts/Bars.tsx';
import { ViewSwitch } from '../../ui/json/ViewSwitch.tsx';
import panels from '../../ui/page/Panels.module.css';
import { Panel } from '../../ui/states/Panel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { type LoadTexts, useLoadTexts } from './load.texts.ts';
import { useSystemTexts } from './system.texts.ts';
import classes from './LoadPanel.module.css';

type System = AuthenticationSystem | DataSystem;

interface LoadPanelProps {
  authentication: UseQueryResult<AuthenticationSystem>;
  data: UseQueryResult<DataSystem>;
}

/** The requests of the last hour or day, with failures and response times, per service and process. */
export function LoadPanel({ authentication, data }: LoadPanelProps) {
  const t = useLoadTexts();
  const { services } = useSystemTexts();
  const [period, setPeriod] = useState<'hour' | 'day'>('hour');
  return (
    <Panel
      title={t.title}
      beside={
        <ViewSwitch
          label={t.period}
          options={[
            { value: 'hour', label: t.hour },
            { value: 'day', label: t.day },
          ]}
          value={period}
          onChange={setPeriod}
        />
      }
    >
      <div className={panels.pair}>
        <ServiceLoad title={services.authentication} query={authentication} period={period} />
        <ServiceLoad title={services.data} query={data} period={period} />
      </div>
    </Panel>
  );
}

interface ServiceLoadProps {
  title: string;
  query: UseQueryResult<System>;
  period: 'hour' | 'day';
}

function ServiceLoad({ title, query: { data: system }, period }: ServiceLoadProps) {
  const t = useLoadTexts();
  const load = system?.load?.[period];
  return (
    <div role="group" className={classes.service} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {load ? (
        <>
          <Charts load={load} />
          {startsLate(load) && (
            <p className={classes.note}>
              {t.knownSince} <Moment value={load.sinceDate} absolute />
            </p>
          )}
          {load.workers.length < system.workers && (
            <p className={classes.note}>
              {t.ofSome(grouped(load.workers.length), grouped(system.workers))}
            </p>
          )}
          {system.workers > 1 && <Workers load={load} title={title} />}
        </>
      ) : (
        <p className={classes.note}>{t.unknown}</p>
      )}
    </div>
  );
}

/** Whether what was answered in the first intervals is not known, because no process was running. */
const startsLate = ({ slots, sinceDate }: Load): boolean =>
  Date.parse(sinceDate) > Date.parse(slots[0]?.fromDate ?? sinceDate);

function Charts({ load }: { load: Load }) {
  const t = useLoadTexts();
  const locale = useDateLocale();
  const { slotSeconds, slots, workers } = load;
  const nameOf = (fromDate: string) =>
    new Date(fromDate).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  const unit = slotSeconds === 60 ? t.minute : t.quarter;
  const slowest = Math.max(0, ...workers.map(({ p95Ms }) => p95Ms ?? 0));
  return (
    <>
      <Bars
        bars={slots.map(({ fromDate, requests, failed, refused }) => ({
          key: fromDate,
          name: nameOf(fromDate),
          count: requests,
          failed: failed + refused,
        }))}
        label={t.requests}
        heading={t.time}
        peak={(most) => `${t.peak(grouped(most))} ${unit}`}
        counted="requests"
      />
      <Bars
        bars={slots.map(({ fromDate, p95Ms }) => ({
          key: fromDate,
          name: nameOf(fromDate),
          count: p95Ms ?? 0,
        }))}
        label={t.times}
        heading={t.time}
        caption={slowest > 0 ? t.within(slowest) : t.notMeasured}
        peak={(most) => t.slowest(most)}
        counted="times"
      />
    </>
  );
}

function Workers({ load, title }: { load: Load; title: string }) {
  const t = useLoadTexts();
  return (
    <SimpleTable
      label={`${t.processes}: ${title}`}
      framed
      columns={workerColumns(t)}
      rows={load.workers}
      rowKey={({ worker }) => worker}
    />
  );
}

const milliseconds = (value: number | null) => (value === null ? '' : `${grouped(value)} ms`);

function workerColumns(t: LoadTexts) {
  type Worker = Load['workers'][number];
  const number = (id: 'requests' | 'failed' | 'refused', header: string) => ({
    id,
    header,
    align: 'end' as const,
    render: (worker: Worker) => grouped(worker[id]),
  });
  return [
    {
      id: 'worker',
      header: t.process,
      names: true,
      render: ({ worker }: Worker) => t.processOf(grouped(worker)),
    },
    {
      id: 'started',
      header: t.since,
      render: ({ startedDate }: Worker) => <Moment value={startedDate} />,
    },
    number('requests', t.requests),
    number('failed', t.failed),
    number('refused', t.refused),
    {
      id: 'p50',
      header: t.half,
      align: 'end' as const,
      render: ({ p50Ms }: Worker) => milliseconds(p50Ms),
    },
    {
      id: 'p95',
      header: t.most,
      align: 'end' as const,
      render: ({ p95Ms }: Worker) => milliseconds(p95Ms),
    },
  ];
}
