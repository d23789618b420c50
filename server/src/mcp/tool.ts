import * as z from 'zod/mini';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';

/** Calls the services with the API token of the request. */
export interface ServiceCalls {
  /** @throws CallFailed */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>;
}

/** The context of a tool: the services, and the console to link to. */
export interface Asked {
  services: ServiceCalls;
  /** The origin of the console. */
  consoleUrl: string;
}

export type Answer = Readonly<Record<string, unknown>>;

/** A tool that an assistant can call. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodMiniType;
  /** Whether the tool changes nothing. */
  readOnly: boolean;
  run: (asked: Asked, input: never) => Promise<Answer>;
}

interface ToolDefinition<Input extends z.ZodMiniType> extends Omit<Tool, 'input' | 'run'> {
  input: Input;
  run: (asked: Asked, input: z.output<Input>) => Promise<Answer>;
}

export const tool = <Input extends z.ZodMiniType>(definition: ToolDefinition<Input>): Tool =>
  definition;

/** A question that cannot be answered as asked: the message says what to ask instead. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Limits concurrent calls, so that one question does not block others. */
const mostAtOnce = 6;

/** The results in the order of the items. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += mostAtOnce)
    results.push(...(await Promise.all(items.slice(start, start + mostAtOnce).map(work))));
  return results;
}

/** Adds a description that assistants see. */
export const described = <S extends z.ZodMiniType>(schema: S, text: string): S =>
  schema.check(z.describe(text));

/** The time of the read: without `asOf`, the data may have changed since. */
export const readAt = (): string => new Date().toISOString();
