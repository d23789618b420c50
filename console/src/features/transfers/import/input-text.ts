import { inputs } from '@annals/contracts/messages/inputs';
import { inputs as german } from '../../../platform/service-messages/german/inputs.ts';
import { currentLanguage } from '../../../platform/texts.ts';

/** What a schema of the contract says about a field. @param code what Zod calls its message */
export function inputText(code: string): string {
  const texts: Readonly<Record<string, unknown>> = currentLanguage() === 'de' ? german : inputs;
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return typeof text === 'string' ? text : inputText('notValid');
}
