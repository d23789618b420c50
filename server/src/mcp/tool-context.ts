import * as z from 'zod/mini';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';

/** Calls the services with the caller's API token. */
export interface ServiceCalls {
  /** @throws CallFailed */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>;
}

/** Answers the questions of an assistant, and links to the same in the console. */
export interface ToolContext {
  services: ServiceCalls;
  /** The origin of the console. */
  consoleUrl: string;
}

export type Answer = Readonly<Record<string, unknown>>;

/** A tool for assistants. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodMiniType;
  /** Whether it changes nothing. */
  readOnly: boolean;
  run: (context: ToolContext, input: never) => Promise<Answer>;
}

interface ToolDefinition<Input extends z.ZodMiniType> extends Omit<Tool, 'input' | 'run'> {
  input: Input;
  run: (context: ToolContext, input: z.output<Input>) => Promise<Answer>;
}

export const tool = <Input extends z.ZodMiniType>(definition: ToolDefinition<Input>): Tool =>
  definition;

/** A question that cannot be answered: the message says what to ask instead. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Limits concurrent calls, so that one question does not use up all permits. */
const maxConcurrent = 6;

/** The results in the order of the items. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += maxConcurrent)
    results.push(...(await Promise.all(items.slice(start, start + maxConcurrent).map(work))));
  return results;
}

/** Adds the description of a field that the assistant reads. */
export const describe = <S extends z.ZodMiniType>(schema: S, text: string): S =>
  schema.check(z.describe(text));

/** When the services were queried: reads without `asOf` may have changed since. */
export const readAt = (): string => new Date().toISOString();
