import { useState } from 'react';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import {
  type CodeFormat,
  codeFormats,
  codeOf,
  formatNames,
} from '../../ui/copy-as/code-of-call.ts';
import { ViewSwitch } from '../../ui/json/ViewSwitch.tsx';
import { jsonText } from '../../platform/json-values/json-values.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { type ApiCall, type ApiDocument, exampleOf, type MediaType } from './api-document.ts';
import { useApiReferenceTexts } from './api-reference.texts.ts';
import classes from './ApiReferencePage.module.css';
import { MethodBadge } from './MethodBadge.tsx';
import { SchemaTree } from './SchemaTree.tsx';
import { typeLabel } from './type-label.ts';
import { type CallInput, writeCall } from './try-call.ts';
import { TryIt } from './TryIt.tsx';

type Schemas = ApiDocument['components']['schemas'];

interface CallDetailsProps {
  call: ApiCall;
  schemas: Schemas;
}

/** The documentation of a call. */
export function CallDetails({ call, schemas }: CallDetailsProps) {
  const t = useApiReferenceTexts();
  const { method, path, summary, description, body, credentials } = call;
  const [filled, setFilled] = useState<CallInput>(() => ({
    parameters: {},
    body: body && exampleOf(body, schemas),
  }));
  return (
    <>
      <div className={classes.intro} lang="en">
        <code className={classes.path}>
          <MethodBadge method={method} /> {path}
        </code>
        <p>{summary}</p>
      </div>
      <Panel title={t.access}>
        <div className={classes.text}>
          <p lang="en">{description}</p>
          <p className={classes.quiet}>
            {credentials.length === 0
              ? t.noCredential
              : credentials.includes('apiToken')
                ? t.sessionOrToken
                : t.sessionOnly}
          </p>
        </div>
      </Panel>
      {call.parameters.length > 0 && <Parameters call={call} schemas={schemas} />}
      {body && (
        <Panel title={t.body} beside={body.required ? undefined : t.optional}>
          <Media media={body} schemas={schemas} />
        </Panel>
      )}
      <Responses call={call} schemas={schemas} />
      <TryIt call={call} filled={filled} onFill={setFilled} />
      <Code call={call} filled={filled} />
    </>
  );
}

function Parameters({ call, schemas }: CallDetailsProps) {
  const t = useApiReferenceTexts();
  return (
    <Panel title={t.parameters} flush>
      <SimpleTable
        label={t.parameters}
        columns={[
          {
            id: 'name',
            header: t.name,
            names: true,
            fits: true,
            render: ({ name, required }) => (
              <>
                <code>{name}</code>
                {required && <span className={classes.required}> {t.required}</span>}
              </>
            ),
          },
          { id: 'in', header: t.place, render: (parameter) => t.places[parameter.in], fits: true },
          {
            id: 'type',
            header: t.type,
            render: ({ schema }) => <span lang="en">{typeLabel(schema, schemas)}</span>,
          },
          {
            id: 'description',
            header: t.meaning,
            render: ({ description }) => description && <span lang="en">{description}</span>,
          },
        ]}
        rows={call.parameters}
        rowKey={({ name, in: place }) => `${place} ${name}`}
      />
    </Panel>
  );
}

function Responses({ call, schemas }: CallDetailsProps) {
  const t = useApiReferenceTexts();
  const isError = ({ status }: { status: string }) => !status.startsWith('2');
  const errors = call.responses.filter(isError);
  return (
    <>
      {call.responses
        .filter((each) => !isError(each))
        .map(({ status, response }) => (
          <Panel key={status} title={t.answer} beside={status}>
            {response.content ? (
              Object.entries(response.content).map(([type, media]) =>
                type === 'application/json' ? (
                  <Media key={type} media={media} schemas={schemas} />
                ) : (
                  <p key={type} className={classes.quiet}>
                    {t.alsoAs(type)}
                  </p>
                ),
              )
            ) : (
              <p className={classes.quiet}>{t.noBody}</p>
            )}
          </Panel>
        ))}
      <Panel title={t.errors} flush>
        <SimpleTable
          label={t.errors}
          columns={[
            {
              id: 'status',
              header: t.status,
              names: true,
              render: ({ status }) => (status === 'default' ? t.others : status),
              fits: true,
            },
            {
              id: 'meaning',
              header: t.meaning,
              render: ({ response }) => <span lang="en">{response.description}</span>,
            },
          ]}
          rows={errors}
          rowKey={({ status }) => status}
          narrow
        />
      </Panel>
    </>
  );
}

/** The fields of a body, with an example. */
function Media({ media, schemas }: { media: MediaType; schemas: Schemas }) {
  const t = useApiReferenceTexts();
  const example = exampleOf(media, schemas);
  return (
    <div className={classes.media}>
      {media.schema && <SchemaTree schema={media.schema} schemas={schemas} />}
      {example !== undefined && <CopyBlock label={t.example} value={jsonText(example)} />}
    </div>
  );
}

function Code({ call, filled }: { call: ApiCall; filled: CallInput }) {
  const t = useApiReferenceTexts();
  const [format, setFormat] = useState<CodeFormat>('curl');
  return (
    <Panel title={t.code}>
      <div className={classes.text}>
        <ViewSwitch
          label={t.language}
          value={format}
          onChange={setFormat}
          options={codeFormats.map((value) => ({ value, label: formatNames[value] }))}
        />
        <CopyBlock label={formatNames[format]} value={codeOf(format, writeCall(call, filled))} />
        <p className={classes.quiet}>{t.codeHint}</p>
      </div>
    </Panel>
  );
}
