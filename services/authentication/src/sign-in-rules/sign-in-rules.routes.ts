import * as rules from '@annals/contracts/sign-in-rules';
import type { Mount } from '@annals/kit/mount';
import { actorOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { changeSignInRule, createSignInRule, deleteSignInRule, shownRule } from './change-rule.ts';
import { previewRule } from './preview-rule.ts';
import { selectWholeRules } from './sign-in-rules.sql.ts';

export function mountSignInRules(mount: Mount, context: ServiceContext): void {
  mount(rules.listSignInRules, async () => {
    const data = (await selectWholeRules(context.database)).map(shownRule);
    return { data, nextCursor: null, hasMore: false };
  });

  mount(rules.createSignInRule, ({ caller, body, request }) =>
    createSignInRule(context, caller, body, request),
  );

  mount(rules.changeSignInRule, ({ caller, params, body, request }) =>
    changeSignInRule(context, caller, params.ruleId.toLowerCase(), body, request),
  );

  mount(rules.deleteSignInRule, ({ caller, params, request }) =>
    deleteSignInRule(context, caller, params.ruleId.toLowerCase(), request),
  );

  mount(rules.previewSignInRule, ({ caller, body, request }) =>
    previewRule(context, { actor: actorOf(context, caller, request), caller }, body),
  );
}
