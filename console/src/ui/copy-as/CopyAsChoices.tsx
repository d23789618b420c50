import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { serviceOf } from '@annals/contracts/service-name';
import { nameOfCall, urlOf } from '../../platform/api/request.ts';
import { inputFor } from '../../platform/api/specified-input.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { showToast } from '../feedback/toasts.ts';
import { copyText } from '../ids/copy-text.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../page/PathLink.tsx';
import { type CodeFormat, codeFormats, codeOf, formatNames } from './code-of-call.ts';
import type { ShownCall } from './CopyAs.tsx';
import classes from './CopyAs.module.css';
import { useCopyAsTexts } from './copy-as.texts.ts';

interface CopyAsChoicesProps {
  call: ShownCall;
  onClose: () => void;
}

/** The languages in which a call can be copied. */
export function CopyAsChoices({ call: { row, input }, onClose }: CopyAsChoicesProps) {
  const t = useCopyAsTexts();
  const isOurs = useCapability(serviceOf(row.path));
  const [shown, setShown] = useState<string>();
  async function copy(format: CodeFormat) {
    // What the page sends: to another vendor's service only what the specification lists.
    const sent = inputFor(row, input);
    const code = codeOf(format, { method: row.method, url: urlOf(row, sent), body: sent.body });
    if (await copyText(code)) {
      showToast({ message: t.copied(formatNames[format]) });
      onClose();
    } else setShown(code);
  }
  return (
    <div className={classes.choices}>
      {codeFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          justify="start"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copy(format)}
        >
          {t.copyAsFormat(formatNames[format])}
        </Button>
      ))}
      {shown !== undefined && (
        <>
          <p className={classes.hint}>{t.notCopied}</p>
          <pre className={classes.code}>{shown}</pre>
        </>
      )}
      <p className={classes.hint}>{t.hint}</p>
      <div className={classes.links}>
        <PathLink to={pathTo('v1-tokens-new')}>{t.newToken}</PathLink>
        {isOurs && (
          <PathLink to={pathTo('api-reference', {}, { call: nameOfCall(row) })}>
            {t.reference}
          </PathLink>
        )}
      </div>
    </div>
  );
}
