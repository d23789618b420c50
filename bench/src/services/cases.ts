import { randomInt } from 'node:crypto';
import { partitionCount, type Stored, type StoredObject } from './stored.ts';

export interface RequestSpec {
  method?: 'POST';
  path: string;
  body?: string;
}

/** The same request to the baseline and to Annals, for a different object each time. */
export interface Case {
  name: string;
  /** The share of the baseline's requests per second that Annals should reach. */
  target: number;
  floor: () => RequestSpec;
  annals: () => RequestSpec;
}

export function casesOf({ objects, partitionIds, document }: Stored): Record<string, Case> {
  const randomOf = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
  const referenced = objects.filter(({ object }) => object < 4000);
  const partition = ({ partitionId }: StoredObject) => `/v1/partitions/${partitionId}`;
  const timeline = (object: StoredObject) =>
    `${partition(object)}/timelines/${object.timelineId}/objects`;
  const id = ({ part, object }: StoredObject) => `p=${part}&o=${object}`;
  let created = 1_000_000;
  const newDocument = (number: number) => ({
    ...document,
    name: `object ${number}`,
    text: Array.from({ length: 12 }, randomWord).join(' '),
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
      floor: () => ({ path: `/one?${id(randomOf(objects))}&v=${1 + randomInt(5)}` }),
      annals: () => {
        const object = randomOf(objects);
        return { path: `${partition(object)}/objects/${randomOf(object.versionIds)}` };
      },
    },
    latest: {
      name: 'latest',
      target: 0.6,
      floor: () => ({ path: `/latest?${id(randomOf(objects))}` }),
      annals: () => ({ path: `${timeline(randomOf(objects))}/latest` }),
    },
    'as-of': {
      name: 'latest as of',
      target: 0.6,
      floor: () => {
        const object = randomOf(objects);
        return { path: `/as-of?${id(object)}&at=${object.asOf}` };
      },
      annals: () => {
        const object = randomOf(objects);
        return { path: `${timeline(object)}/latest?asOf=${object.asOf}` };
      },
    },
    list: {
      name: 'list of 50 by type',
      target: 0.5,
      floor: () => {
        const { part, type } = randomOf(objects);
        return { path: `/list?p=${part}&type=${type}` };
      },
      annals: () => {
        const { part, type } = randomOf(objects);
        return search(part, { type });
      },
    },
    word: {
      name: 'word search, about 30',
      target: 0.4,
      floor: () => ({ path: `/word?word=p${randomInt(partitionCount)}${randomWord()}` }),
      annals: () => search(randomInt(partitionCount), { text: randomWord() }),
    },
    history: {
      name: 'history',
      target: 0.5,
      floor: () => ({ path: `/history?${id(randomOf(objects))}` }),
      annals: () => ({ path: timeline(randomOf(objects)) }),
    },
    'referenced-by': {
      name: 'referenced by, 9',
      target: 0.5,
      floor: () => ({ path: `/referenced-by?${id(randomOf(referenced))}` }),
      annals: () => {
        const object = randomOf(referenced);
        return { path: `${partition(object)}/objects/referencedBy/${object.versionIds[0]}` };
      },
    },
    recent: {
      name: 'recent, 50',
      target: 0.5,
      floor: () => ({ path: `/recent?p=${randomInt(partitionCount)}` }),
      annals: () => ({ path: `/v1/partitions/${randomOf(partitionIds)}/objects/recent` }),
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
        path: `/v1/partitions/${randomOf(partitionIds)}/objects`,
        body: JSON.stringify({ type: 'ACCOUNT', objectData: newDocument((created += 1)) }),
      }),
    },
  };
}

const randomWord = () => `w${String(randomInt(800)).padStart(4, '0')}`;
