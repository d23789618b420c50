import { randomInt } from 'node:crypto';
import { partitionCount, type Stored, type StoredObject } from './stored.ts';

export interface RequestSpec {
  method?: 'POST';
  path: string;
  body?: string;
}

/** The same question for the baseline and for Annals, about a different object each time. */
export interface Case {
  name: string;
  /** The share of the baseline's requests per second that Annals should reach. */
  target: number;
  floor: () => RequestSpec;
  annals: () => RequestSpec;
}

export function casesOf({ objects, partitionIds, document }: Stored): Record<string, Case> {
  const any = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
  const referredTo = objects.filter(({ object }) => object < 4000);
  const partition = ({ partitionId }: StoredObject) => `/v1/partitions/${partitionId}`;
  const timeline = (object: StoredObject) =>
    `${partition(object)}/timelines/${object.timelineId}/objects`;
  const id = ({ part, object }: StoredObject) => `p=${part}&o=${object}`;
  let created = 1_000_000;
  const newDocument = (number: number) => ({
    ...document,
    name: `object ${number}`,
    text: Array.from({ length: 12 }, anyWord).join(' '),
  });
  const search = (part: number, body: object): RequestSpec => ({
    method: 'POST',
    path: `/v1/partitions/${partitionIds[part]}/objects/search`,
    body: JSON.stringify(body),
  });
  return {
    one: {
      name: 'one version by id',
      target: 0.6,
      floor: () => ({ path: `/one?${id(any(objects))}&v=${1 + randomInt(5)}` }),
      annals: () => {
        const object = any(objects);
        return { path: `${partition(object)}/objects/${any(object.versionIds)}` };
      },
    },
    latest: {
      name: 'latest',
      target: 0.6,
      floor: () => ({ path: `/latest?${id(any(objects))}` }),
      annals: () => ({ path: `${timeline(any(objects))}/latest` }),
    },
    'as-of': {
      name: 'latest as of',
      target: 0.6,
      floor: () => {
        const object = any(objects);
        return { path: `/as-of?${id(object)}&at=${object.asOf}` };
      },
      annals: () => {
        const object = any(objects);
        return { path: `${timeline(object)}/latest?asOf=${object.asOf}` };
      },
    },
    list: {
      name: 'list of 50 by type',
      target: 0.5,
      floor: () => {
        const { part, type } = any(objects);
        return { path: `/list?p=${part}&type=${type}` };
      },
      annals: () => {
        const { part, type } = any(objects);
        return search(part, { type });
      },
    },
    word: {
      name: 'word search, about 30',
      target: 0.4,
      floor: () => ({ path: `/word?word=p${randomInt(partitionCount)}${anyWord()}` }),
      annals: () => search(randomInt(partitionCount), { text: anyWord() }),
    },
    history: {
      name: 'history',
      target: 0.5,
      floor: () => ({ path: `/history?${id(any(objects))}` }),
      annals: () => ({ path: timeline(any(objects)) }),
    },
    'referenced-by': {
      name: 'referenced by, 9',
      target: 0.5,
      floor: () => ({ path: `/referenced-by?${id(any(referredTo))}` }),
      annals: () => {
        const object = any(referredTo);
        return { path: `${partition(object)}/objects/referencedBy/${object.versionIds[0]}` };
      },
    },
    recent: {
      name: 'recent, 50',
      target: 0.5,
      floor: () => ({ path: `/recent?p=${randomInt(partitionCount)}` }),
      annals: () => ({ path: `/v1/partitions/${any(partitionIds)}/objects/recent` }),
    },
    create: {
      name: 'create',
      target: 0.6,
      floor: () => ({
        method: 'POST',
        path: `/create?p=${randomInt(partitionCount)}&o=${(created += 1)}`,
        body: JSON.stringify(newDocument(created)),
      }),
      annals: () => ({
        method: 'POST',
        path: `/v1/partitions/${any(partitionIds)}/objects`,
        body: JSON.stringify({ type: 'ACCOUNT', objectData: newDocument((created += 1)) }),
      }),
    },
  };
}

const anyWord = () => `w${String(randomInt(800)).padStart(4, '0')}`;
