import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getServiceCheckpoint } from '@annals/contracts/proofs';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { queryOf } from '../../../platform/api/query.ts';
import { downloadText } from '../../../platform/downloads.ts';
import { Id } from '../../../ui/ids/Id.tsx';
import { CopyBlock } from '../../../ui/secrets/CopyBlock.tsx';
import { Facts } from '../../../ui/states/Facts.tsx';
import { QueryPanel } from '../../../ui/states/QueryPanel.tsx';
import classes from '../shared/transfers.module.css';
import { useVerifyTexts } from './verify.texts.ts';
import panels from '../../../ui/page/Panels.module.css';

type ServiceCheckpoint = AnswerOf<typeof getServiceCheckpoint>;

/** The signed head of the service log over the checkpoints of all partitions, to share with others. */
export function ServiceLog() {
  const t = useVerifyTexts();
  const query = useQuery(queryOf(getServiceCheckpoint));
  return (
    <QueryPanel
      title={t.serviceLog}
      query={query}
      lines={8}
      beside={(data) => t.entries(data.size)}
    >
      {(data) => <Head head={data} />}
    </QueryPanel>
  );
}

function Head({ head }: { head: ServiceCheckpoint }) {
  const t = useVerifyTexts();
  const [origin = ''] = head.checkpoint.split('\n', 1);
  return (
    <div className={panels.panels}>
      <p className={`${classes.hint} ${classes.prose}`}>{t.serviceLogHint}</p>
      <Facts
        facts={[
          [t.size, t.entries(head.size)],
          [t.root, <Id key="root" value={head.root} />],
          [t.origin, origin],
        ]}
      />
      <CopyBlock label={t.checkpoint} value={head.checkpoint} />
      <CopyBlock label={t.verifierKey} value={head.key} />
      <div className={classes.line}>
        <Button
          variant="default"
          onClick={() =>
            downloadText(
              `${origin.replaceAll(/[^\w.-]+/g, '-')}-${head.size}.checkpoint.txt`,
              head.checkpoint,
              'text/plain',
            )
          }
        >
          {t.save}
        </Button>
      </div>
      <p className={`${classes.hint} ${classes.prose}`}>{t.publish}</p>
    </div>
  );
}
