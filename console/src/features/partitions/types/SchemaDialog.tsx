import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ObjectType } from '@annals/contracts/object-types';
import { JsonText } from '../../../ui/json/JsonText.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { SchemaEditor } from './SchemaEditor.tsx';
import { typeQuery } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';
import classes from './TypesTab.module.css';

interface SchemaDialogProps {
  partitionId: string;
  /** Undefined for a new type. */
  type: string | undefined;
  mayWrite: boolean;
  onClose: () => void;
}

/** Shows the JSON Schema of a type; owners can edit it. */
export function SchemaDialog({ partitionId, type, mayWrite, onClose }: SchemaDialogProps) {
  const t = useTypeTexts();
  return (
    <Dialog
      title={type === undefined ? t.another : t.schemaOf(type)}
      onClose={onClose}
      size="lg"
      form={mayWrite}
    >
      {type === undefined ? (
        <SchemaEditor partitionId={partitionId} type={undefined} onClose={onClose} />
      ) : (
        <ExistingType partitionId={partitionId} type={type} mayWrite={mayWrite} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ExistingType({
  partitionId,
  type,
  mayWrite,
  onClose,
}: SchemaDialogProps & { type: string }) {
  const { at } = useTimeTravel();
  const [since] = useState(() => Date.now());
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...typeQuery(partitionId, type, at),
    // The form starts with fresh data, not with the cache.
    refetchOnMount: 'always',
  });
  const isRead = data !== undefined && (!mayWrite || dataUpdatedAt >= since);
  // Once shown, the form is not replaced by background refetches.
  const query = isRead ? { data, error: null, refetch } : { data: undefined, error, refetch };
  return (
    <QueryStates query={query} lines={8}>
      {(read) =>
        mayWrite ? (
          <SchemaEditor partitionId={partitionId} type={read} onClose={onClose} />
        ) : (
          <Shown type={read} onClose={onClose} />
        )
      }
    </QueryStates>
  );
}

function Shown({ type, onClose }: { type: ObjectType; onClose: () => void }) {
  const t = useTypeTexts();
  const { isPast } = useTimeTravel();
  return (
    <>
      {type.jsonSchema ? (
        <JsonText value={type.jsonSchema} />
      ) : (
        <p>{isPast ? t.withoutSchemaThen : t.withoutSchema}</p>
      )}
      {!isPast && <p className={classes.quiet}>{t.readOnly}</p>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </>
  );
}
