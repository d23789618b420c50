import { factThat, textOf, type Fact } from '@annals/kit/verification/facts';
import type { Fields } from './recorded-events.sql.ts';

/** What a setting of a thing is. */
interface SettingFact extends Fact {
  subject: string;
  name: string;
}

/** What a thing is, a fact for each of its settings. */
export function factsOfSettings(subject: string, settings: Fields, index?: number): SettingFact[] {
  return Object.entries(settings).map(([name, value]) =>
    Object.assign(factThat(`the ${name} of ${subject} is ${textOf(value)}`, index), {
      subject,
      name,
    }),
  );
}

const isOfSetting = (fact: Fact): fact is SettingFact => 'subject' in fact && 'name' in fact;

/**
 * Without the settings of which no event says anything, although events say something of the thing: those that did not
 * exist yet when it was created.
 */
export function withoutUnknownSettings(
  storedFacts: readonly Fact[],
  recordedFacts: readonly Fact[],
): readonly Fact[] {
  const ofSettings = recordedFacts.filter(isOfSetting);
  const subjects = new Set(ofSettings.map(({ subject }) => subject));
  const settings = new Set(ofSettings.map(({ subject, name }) => `${name} of ${subject}`));
  return storedFacts.filter(
    (fact) =>
      !isOfSetting(fact) ||
      !subjects.has(fact.subject) ||
      settings.has(`${fact.name} of ${fact.subject}`),
  );
}

/** Follows events to what things are after them. */
export class FollowedSettings {
  readonly #things = new Map<string, Map<string, { value: unknown; index: number | undefined }>>();

  subjects(): string[] {
    return [...this.#things.keys()];
  }

  has(subject: string): boolean {
    return this.#things.has(subject);
  }

  valueOf(subject: string, name: string): unknown {
    return this.#things.get(subject)?.get(name)?.value;
  }

  /** All that is known of it. */
  settingsOf(subject: string): Fields {
    const settings = [...(this.#things.get(subject) ?? [])];
    return Object.fromEntries(settings.map(([name, { value }]) => [name, value]));
  }

  set(subject: string, settings: Fields, index?: number): void {
    const thing = this.#things.get(subject) ?? new Map();
    this.#things.set(subject, thing);
    for (const [name, value] of Object.entries(settings)) thing.set(name, { value, index });
  }

  delete(subject: string): void {
    this.#things.delete(subject);
  }

  facts(): Fact[] {
    return [...this.#things].flatMap(([subject, settings]) =>
      [...settings].flatMap(([name, { value, index }]) =>
        factsOfSettings(subject, { [name]: value }, index),
      ),
    );
  }
}

/** A time as it is compared, whatever its digits. */
export function comparedTime(text: unknown): unknown {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

/** An id as it is stored; a caller may have written it in capitals. */
export const comparedId = (id: unknown): unknown =>
  typeof id === 'string' ? id.toLowerCase() : id;

export const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : [];
