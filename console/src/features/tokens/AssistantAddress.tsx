import { useAppState } from '../../api/state.ts';
import { publicOrigin } from '../../shared/copy-as/code-of-call.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { CopyBlock } from '../../shared/secrets/CopyBlock.tsx';
import { Panel } from '../../shared/states/Panel.tsx';
import classes from './TokenFields.module.css';
import { useTokenTexts } from './tokens.texts.ts';

/** The MCP endpoint for AI assistants; hidden if this server does not provide it. */
export function AssistantAddress() {
  const t = useTokenTexts();
  const env = useAppState((state) => state.env);
  const path = env?.['MCP_PATH'];
  if (path === undefined) return null;
  return (
    <div className={classes.assistants}>
      <Panel title={t.assistants}>
        <div className={classes.details}>
          <p className={classes.explained}>{t.assistantsHint}</p>
          <CopyBlock label={t.assistantAddress} value={publicOrigin(env) + path} />
          <p className={classes.explained}>
            <PathLink to={pathTo('help-chapter', { chapter: 'assistants' })}>
              {t.assistantHelp}
            </PathLink>
          </p>
        </div>
      </Panel>
    </div>
  );
}
