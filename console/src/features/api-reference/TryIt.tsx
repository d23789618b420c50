import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { JsonValueEditor } from '../../ui/json/JsonEditor.tsx';
import { JsonText } from '../../ui/json/JsonText.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { grouped } from '../../platform/texts.ts';
import type { ApiCall, Parameter } from './api-document.ts';
import { useApiReferenceTexts } from './api-reference.texts.ts';
import classes from './ApiReferencePage.module.css';
import { fieldsOf, type CallInput, missingOf, type Outcome, tryCall } from './try-call.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

interface TryItProps {
  call: ApiCall;
  filled: CallInput;
  onFill: (change: (before: CallInput) => CallInput) => void;
}

/** Makes the call with the user's session or with an API token. Writes ask for confirmation first. */
export function TryIt({ call, filled, onFill }: TryItProps) {
  const t = useApiReferenceTexts();
  const { credentials, body, isWrite, method, path } = call;
  const takesToken = credentials.includes('apiToken');
  const [credential, setCredential] = useState<'session' | 'apiToken'>('session');
  // Never stored: it is gone when the page is left.
  const [token, setToken] = useState('');
  const [checked, setChecked] = useState(false);
  const [asking, setAsking] = useState(false);
  const [isBodyRead, setBodyRead] = useState(true);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const usesToken = takesToken && credential === 'apiToken';
  const sending = useSingleMutation({
    mutationFn: () => {
      const control = new AbortController();
      running.current = control;
      return tryCall(call, filled, usesToken ? token.trim() : undefined, control.signal);
    },
  });
  const missing = missingOf(call, filled);
  const lacksToken = usesToken && token.trim() === '';
  const send = () => {
    setChecked(true);
    if (missing.length > 0 || lacksToken || !isBodyRead) return;
    if (isWrite) setAsking(true);
    else sending.mutate();
  };
  return (
    <Panel title={t.tryIt}>
      <div className={classes.text}>
        {takesToken && (
          <Radio.Group
            label={t.credential}
            value={credential}
            onChange={(value) => setCredential(value === 'apiToken' ? 'apiToken' : 'session')}
          >
            <div className={classes.choices}>
              <Radio value="session" label={t.mySession} />
              <Radio value="apiToken" label={t.apiToken} />
            </div>
          </Radio.Group>
        )}
        {usesToken && (
          <TextInput
            type="password"
            label={t.apiToken}
            description={t.tokenHint}
            autoComplete="off"
            value={token}
            error={checked && lacksToken ? t.needed : undefined}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
          />
        )}
        <div className={classes.inputs}>
          {fieldsOf(call).map((parameter) => (
            <ParameterField
              key={`${parameter.in} ${parameter.name}`}
              parameter={parameter}
              value={filled.parameters[parameter.name] ?? ''}
              error={checked && missing.includes(parameter.name) ? t.needed : undefined}
              onChange={(value) =>
                onFill((before) => ({
                  ...before,
                  parameters: { ...before.parameters, [parameter.name]: value },
                }))
              }
            />
          ))}
        </div>
        {body && (
          <JsonValueEditor
            label={t.body}
            start={filled.body}
            onRead={(reading) => {
              setBodyRead(reading.ok);
              if (reading.ok) onFill((before) => ({ ...before, body: reading.value }));
            }}
          />
        )}
        <Button className={classes.send ?? ''} loading={sending.isPending} onClick={send}>
          {t.send}
        </Button>
        <div aria-live="polite">
          {sending.error && <ErrorPanel title={t.notSent} error={sending.error} />}
          {sending.data && !sending.isPending && <Answer outcome={sending.data} />}
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title={t.sendQuestion}
          question={t.writes(`${method} ${path}`)}
          confirm={t.sendNow}
          failed={t.notSent}
          danger={method === 'DELETE'}
          act={() => sending.mutateAsync()}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ParameterField({ parameter, value, error, onChange }: ParameterFieldProps) {
  const t = useApiReferenceTexts();
  const { name, required, schema } = parameter;
  const options = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String);
  const common = { label: name, withAsterisk: required, value, error };
  if (options)
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: t.notGiven }, ...options]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...common}
      placeholder={schema.default === undefined ? undefined : JSON.stringify(schema.default)}
      description={schema.type === 'array' ? t.severalValues : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Answer({ outcome: { status, body, requestId, milliseconds } }: { outcome: Outcome }) {
  const t = useApiReferenceTexts();
  return (
    <div className={classes.text} role="group" aria-label={t.answer}>
      <Facts
        facts={[
          [
            t.status,
            <StatusBadge key="status" tone={status < 400 ? 'good' : 'bad'}>
              {String(status)}
            </StatusBadge>,
          ],
          [t.duration, t.milliseconds(grouped(milliseconds))],
          [t.requestId, requestId && <code key="id">{requestId}</code>],
        ]}
      />
      {body === undefined ? (
        <p className={classes.quiet}>{t.noBody}</p>
      ) : (
        <Suspense>
          <JsonText value={body} />
        </Suspense>
      )}
    </div>
  );
}
