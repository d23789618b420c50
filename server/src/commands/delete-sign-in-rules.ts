import type { Config } from '../config.ts';
import { deleteSignInRules } from '../embedded-sign-in-rules.ts';
import { doThroughServer } from './through-server.ts';

/** annals delete-sign-in-rules, for an operator whom they have locked out. */
export const deleteSignInRulesCommand = (config: Config): Promise<void> =>
  doThroughServer(config, { ask: 'delete-sign-in-rules' }, deleteSignInRules);
