import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isNoSuchThing } from '../../api/errors.ts';
import { personName, shortenId } from '../../shared/ids/display-names.ts';
import type { AsOfQuery } from '../../shared/time-travel/as-of-search.ts';
import {
  mainAccountsQuery,
  mainOperatorQuery,
  mainOperatorTimeline,
} from './main-operator.queries.ts';
import { usePartitionTexts } from './shared/partitions.texts.ts';

interface OperatorOfPartitionProps {
  partitionId: string;
  at: AsOfQuery;
}

/**
 * The main operator of a partition's accounts. It takes several calls, so it is loaded when the row becomes visible.
 */
export function MainOperatorCell({ partitionId, at }: OperatorOfPartitionProps) {
  const t = usePartitionTexts();
  const cell = useRef<HTMLSpanElement>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!cell.current || visible) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true);
    });
    observer.observe(cell.current);
    return () => observer.disconnect();
  }, [visible]);
  const accounts = useQuery({ ...mainAccountsQuery(partitionId, at), enabled: visible });
  const timelines = [
    ...new Set(accounts.data?.data.flatMap((account) => mainOperatorTimeline(account) ?? [])),
  ];
  const operator = useQuery({
    ...mainOperatorQuery(partitionId, timelines[0] ?? '', at),
    enabled: timelines.length > 0,
  });
  const error = accounts.error ?? operator.error;
  if (error) return isNoSuchThing(error) ? '–' : t.operatorFailed;
  const loads = accounts.data === undefined || (timelines.length > 0 && operator.isPending);
  if (loads)
    return (
      <span ref={cell}>
        <Skeleton component="span" display="inline-block" height={10} width={90} />
      </span>
    );
  if (!operator.data) return '–';
  const name = personName(operator.data) ?? shortenId(operator.data.id);
  return timelines.length === 1 ? name : t.andOperators(name, timelines.length - 1);
}
