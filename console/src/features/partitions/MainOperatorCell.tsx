import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { shownPerson } from '../../ui/ids/display-names.ts';
import type { AsOfQuery } from '../../domain/time-travel/as-of-search.ts';
import {
  mainAccountsQuery,
  mainOperatorQuery,
  mainOperatorTimeline,
  moreAccounts,
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
  const references = accounts.data?.data.map(mainOperatorTimeline) ?? [];
  const timelines = [...new Set(references.filter((timeline) => typeof timeline === 'string'))];
  const operator = useQuery({
    ...mainOperatorQuery(partitionId, timelines[0] ?? '', at),
    enabled: timelines.length > 0,
  });
  const error = accounts.error ?? operator.error;
  if (error) return t.operatorFailed;
  const loads = accounts.data === undefined || (timelines.length > 0 && operator.isPending);
  if (loads)
    return (
      <span ref={cell}>
        <Skeleton component="span" display="inline-block" height={10} width={90} />
      </span>
    );
  const isPart = accounts.data !== undefined && moreAccounts(accounts.data) !== undefined;
  const isUnknown = isPart || references.includes(undefined);
  if (timelines.length === 0) return isUnknown ? t.operatorUnknown : '–';
  const { user } = operator.data ?? {};
  if (!user) return user === null ? '–' : t.operatorUnknown;
  const name = shownPerson(user);
  if (isUnknown) return t.andPerhapsOthers(name);
  return timelines.length === 1 ? name : t.andOperators(name, timelines.length - 1);
}
