import type * as z from 'zod/mini';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { Essential } from '@annals/contracts/essential';
import type { Page as OurPage } from '@annals/contracts/page';
import type { Page } from './page.ts';

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;
type PageShape<Item extends Schema> = {
  readonly data: z.core.$ZodArray<Item>;
  readonly nextCursor: Schema;
  readonly hasMore: Schema;
  readonly total: Schema;
};

/** What a service of any vendor tells: what a schema reads after `loosenSchema`. */
export type Told<S> =
  S extends z.core.$ZodObject<infer Fields>
    ? PageItem<Fields> extends infer Item extends Schema
      ? Page<Told<Item>>
      : ToldObject<Fields>
    : S extends z.core.$ZodArray<infer Element>
      ? Told<Element>[]
      : S extends z.core.$ZodOptional<infer Inner>
        ? Told<Inner> | undefined
        : S extends z.core.$ZodNullable<infer Inner>
          ? Told<Inner> | null
          : S extends z.core.$ZodUnion<infer Options>
            ? Told<Options[number]>
            : z.core.output<S>;

/** What a list made by `pageOf` lists, also one that may not be known; nothing else has exactly these fields. */
type PageItem<Fields> = keyof Fields extends keyof PageShape<Schema> | 'knownSince'
  ? Fields extends PageShape<infer Item>
    ? Item
    : undefined
  : undefined;

type EssentialKeys<Fields> = {
  [Key in keyof Fields]: Fields[Key] extends Essential ? Key : never;
}[keyof Fields];
type OptionalKeys<Fields extends Shape> = {
  [Key in keyof Fields]: Fields[Key]['_zod']['optout'] extends 'optional' ? Key : never;
}[keyof Fields];
/** All of them may be missing in a thing of the specification but what is essential. */
type MissingKeys<Fields extends Shape> = [EssentialKeys<Fields>] extends [never]
  ? OptionalKeys<Fields>
  : Exclude<keyof Fields, EssentialKeys<Fields>>;

type ToldObject<Fields extends Shape> = {
  [Key in Exclude<keyof Fields, MissingKeys<Fields>>]: Told<Fields[Key]>;
} & {
  [Key in MissingKeys<Fields>]?: Told<Fields[Key]> | undefined;
} & { [name: string]: unknown };

/** A response as the console reads it. */
export type AnswerOf<E extends Endpoint> = Told<E['response']>;

/** The row of a list, and what it lists. */
export type ListEndpoint = Endpoint & { readonly response: { _zod: { output: OurPage<unknown> } } };
export type ItemOf<E extends Endpoint> = AnswerOf<E> extends Page<infer Item> ? Item : never;
