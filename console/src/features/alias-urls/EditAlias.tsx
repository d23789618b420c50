import { useRef, useState, type ReactNode } from 'react';
import { changeAliasUrl, listAliasUrls } from '@annals/contracts/alias-urls';
import type { AliasUrl, ObjectVersion } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { queryClient, invalidate } from '../../platform/api/query.ts';
import { sameJson } from '../../platform/json-values/json-values.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { titleOf } from '../../domain/object-title/title-of.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import {
  expiryDateOf,
  onOwnFields,
  targetOf,
  validationRules,
  valuesOf,
  type AliasValues,
} from './alias-form.ts';
import { aliasQuery, aliasTargetQuery } from './alias-urls.queries.ts';
import { useAliasTexts, type AliasTexts } from './alias-urls.texts.ts';
import { AliasFields } from './AliasFields.tsx';

interface EditAliasProps {
  alias: AliasUrl;
  /** The target, if it could be read. */
  object: ObjectVersion | undefined;
  onClose: () => void;
}

/** The dialog that changes the target or the expiry of an alias. */
export function EditAlias({ alias: opened, object, onClose }: EditAliasProps) {
  const t = useAliasTexts();
  const [initialValues] = useState(() => valuesOf(opened, object));
  // The latest known version, updated by a merge.
  const base = useRef(opened);
  const form = useGuardedForm({
    initialValues,
    version: opened.version,
    validate: validationRules(t, initialValues.expiry),
    save: async (values, version) => {
      const body = changesIn(values, base.current);
      if (Object.keys(body).length === 0) return base.current;
      const { alias } = opened;
      return onOwnFields(call(changeAliasUrl, { query: { alias }, body }, { ifMatch: version }));
    },
    latest: async () => {
      const { alias } = await queryClient.query({ ...aliasQuery(opened.alias), staleTime: 0 });
      base.current = alias ?? opened;
      const values = valuesOf(base.current, await objectOf(base.current));
      return { values, version: base.current.version };
    },
    onSaved: () => {
      showToast({ message: t.saved(opened.alias) });
      void invalidate(listAliasUrls);
      onClose();
    },
  });
  return (
    <Dialog title={t.editTitle(opened.alias)} onClose={onClose} form size="lg">
      <GuardedForm
        form={form}
        failed={t.notSaved}
        labels={{
          kind: t.target,
          partition: t.partition,
          object: t.object,
          url: t.url,
          expiry: t.expiry,
        }}
        show={(name, value) => renderValue(name, value, t)}
        onCancel={onClose}
      >
        <AliasFields form={form} isNew={false} />
      </GuardedForm>
    </Dialog>
  );
}

async function objectOf(alias: AliasUrl): Promise<ObjectVersion | undefined> {
  if (alias.target?.partitionId === undefined) return undefined;
  return queryClient.query(aliasTargetQuery(alias)).catch(() => undefined);
}

/** An unchanged target is not sent: changing the expiry requires no read access to it. */
function changesIn(values: AliasValues, known: AliasUrl) {
  const target = targetOf(values);
  const expiryDate = expiryDateOf(values);
  const stays = values.expiry === (known.expiryDate ?? '');
  return {
    ...(sameJson(target, known.target) ? {} : { target }),
    ...(stays ? {} : { expiryDate }),
  };
}

function renderValue(name: string, value: unknown, t: AliasTexts): ReactNode {
  if (name === 'kind') return labelFor(t.kinds, String(value));
  if (name === 'object') return value ? titleOf(value as ObjectVersion) : '–';
  if (name === 'partition') {
    const partition = value as AliasValues['partition'];
    return partition ? shownName(partition.partitionName, partition.id) : '–';
  }
  return String(value) || '–';
}
