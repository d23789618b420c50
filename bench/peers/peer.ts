import type { RequestSpec } from '../src/services/cases.ts';

/** A product under measurement, with its server running. */
export interface Peer {
  name: string;
  /** Of the server. */
  pid: number;
  /** Where its data is. */
  databaseUrl: string;
  /** Stores objects in its own bulk way. */
  importObjects(objects: readonly PeerObject[]): Promise<void>;
  /** After the import: the addresses of the objects. Signs in. */
  cases(): Promise<PeerCases>;
  stop(): Promise<void>;
}

export interface PeerObject {
  number: number;
  type: string;
  data: Record<string, unknown>;
}

export interface PeerUpdate {
  method: 'POST' | 'PATCH';
  path: string;
  body: string;
}

/** The same questions to each product. */
export interface PeerCases {
  origin: string;
  headers: Record<string, string>;
  create(object: PeerObject): RequestSpec;
  /** Another version of an object. */
  update(object: PeerObject): PeerUpdate;
  /** The newest version of an object. */
  read(object: PeerObject): RequestSpec;
  /** The newest 50 objects of a type. */
  list(type: string): RequestSpec;
  /** The first 50 objects with a word in any text. */
  search(word: string): RequestSpec;
  /** The versions of an object, newest first. */
  history(object: PeerObject): RequestSpec;
  /** The items of a response to a list, a search or a history. */
  itemsOf(response: unknown): unknown[];
}
