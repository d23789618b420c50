import { IconAlertTriangle, IconLock, IconShieldCheck } from '@tabler/icons-react';
import type { Approval } from '@annals/proofs/change-set-check';
import { findingText } from '@annals/proofs/finding-text';
import type { NamedFinding, Verdict } from '@annals/proofs/verdict';
import { toBase64 } from '@annals/proofs/bytes';
import type { ObjectVersion } from '../../../../platform/api/things.ts';
import { ApprovalLine } from '../../../../domain/change-sets/ApprovalLine.tsx';
import { Id } from '../../../../ui/ids/Id.tsx';
import { useFindingTexts } from '../../../../domain/proofs/finding.texts.ts';
import { useProofTexts } from '../../../../domain/proofs/proofs.texts.ts';
import { RedactedMark } from '../../../../ui/json/RedactedMark.tsx';
import { Facts } from '../../../../ui/states/Facts.tsx';
import { Moment } from '../../../../platform/time/Moment.tsx';
import { Author, Importer } from '../../shared/ObjectLabels.tsx';
import { useVersionProofTexts } from './proof.texts.ts';
import classes from './ProofPanel.module.css';
import type { Verified } from './verify-version.ts';

const icons = { INTACT: IconShieldCheck, ERASED: IconLock, TAMPERED: IconAlertTriangle };

/** In milliseconds: a checkpoint pinned more recently belongs to this visit. */
const oneVisit = 60 * 60_000;
const isNew = (since: string): boolean => Date.now() - Date.parse(since) < oneVisit;

interface ProofVerdictProps {
  verified: Verified;
}

/** The result of a verification, its trust anchor, and its limits. */
export function ProofVerdict({ verified }: ProofVerdictProps) {
  const t = useVersionProofTexts();
  const words = useProofTexts();
  const { checkpoint, index, key, keyKnown, anchor, pinned, differences } = verified;
  // The proof may be valid for data other than what the page shows: then the page is wrong.
  const shown: Verdict =
    differences.length > 0 && verified.verdict.verdict !== 'TAMPERED'
      ? { verdict: 'TAMPERED', findings: [] }
      : verified.verdict;
  const Icon = icons[shown.verdict];
  const tampered = shown.verdict === 'TAMPERED';
  return (
    <>
      <div
        className={classes.verdict}
        data-verdict={shown.verdict}
        role={tampered ? 'alert' : undefined}
      >
        <Icon className={classes.icon} size={20} aria-hidden />
        <div>
          <strong>{words.verdicts[shown.verdict]}</strong>
          <p className={classes.says}>{t.says[shown.verdict]}</p>
        </div>
      </div>
      {!tampered && verified.version && <ProvenDates version={verified.version} />}
      {!tampered && verified.approvals && <Approvals approvals={verified.approvals} />}
      {shown.verdict === 'ERASED' && (
        <p className={classes.receipts}>
          {shown.receipts.map((receipt) => (
            <RedactedMark key={receipt} receipt={receipt} />
          ))}
        </p>
      )}
      {shown.verdict === 'TAMPERED' && (
        <Findings findings={shown.findings} differences={differences} />
      )}
      {checkpoint && (
        <details className={classes.details} open={tampered}>
          <summary>{t.against}</summary>
          <Facts
            facts={[
              [t.log, checkpoint.origin],
              [t.entry, index === undefined ? undefined : t.entryOf(index, checkpoint.size)],
              [t.root, <Id key="root" value={toBase64(checkpoint.root)} />],
              [t.signedBy, key && <Key key="key" text={key} />],
              [
                t.keySeen,
                keyKnown && pinned && !isNew(pinned.since) ? (
                  <>
                    {t.knownSince} <Moment value={pinned.since} />
                  </>
                ) : (
                  t.firstTime
                ),
              ],
              [t.anchored, anchor ? t.anchoredAt(anchor.size) : t.notAnchored],
            ]}
          />
        </details>
      )}
      <details className={classes.details}>
        <summary>{t.limits}</summary>
        <p className={classes.quiet}>{t.proves}</p>
        <p className={classes.quiet}>{t.provesNot}</p>
        <p className={classes.quiet}>
          {t.more} <code>docs/proofs.md</code>
        </p>
      </details>
    </>
  );
}

/** Both dates of an imported version: it is proven to be unchanged only since the import. */
function ProvenDates({ version }: { version: ObjectVersion }) {
  const t = useVersionProofTexts();
  const { modificationDate, importedDate, importedUserId } = version;
  if (!importedDate) return null;
  return (
    <p className={classes.quiet}>
      {t.recordedAs} <Moment value={modificationDate} absolute />, <Author version={version} />.{' '}
      {t.takenIn} <Moment value={importedDate} absolute />
      {importedUserId && (
        <>
          , <Importer partitionId={version.partitionId ?? ''} version={version} />
        </>
      )}
      . {t.unchangedSince}
    </p>
  );
}

/** The approvals recorded in the log. */
function Approvals({ approvals }: { approvals: readonly Approval[] }) {
  const t = useVersionProofTexts();
  if (approvals.length === 0) return <p className={classes.quiet}>{t.noApprovals}</p>;
  return (
    <ul className={classes.approvals} aria-label={t.approvals}>
      {approvals.map(({ userId, name, date, meaning, method }) => (
        <li key={userId}>
          <ApprovalLine
            approval={{
              userId,
              name,
              date,
              signature: meaning && method && { meaning, method },
            }}
            saysUnsigned
          />
        </li>
      ))}
    </ul>
  );
}

/** Shows the id of a key `<name>+<key id>+<key>` and copies the whole key. */
function Key({ text }: { text: string }) {
  const id = text.split('+')[1] ?? '';
  return (
    <span className={classes.key}>
      <code>{id}</code> <Id value={text} />
    </span>
  );
}

interface FindingsProps {
  findings: readonly NamedFinding[];
  differences: readonly string[];
}

function Findings({ findings, differences }: FindingsProps) {
  const t = useVersionProofTexts();
  const words = useProofTexts();
  const sentences = useFindingTexts();
  return (
    <ul className={classes.findings}>
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.message} ${JSON.stringify(finding.where)}`}>
          <strong>{words.codes[finding.code]}</strong>{' '}
          <span>{findingText(finding, sentences)}</span>
          {finding.where.pointer !== undefined && <code>{finding.where.pointer}</code>}
          {finding.where.index !== undefined && <span>{t.atEntry(finding.where.index)}</span>}
          {finding.where.receipt !== undefined && <span>{t.ofReceipt(finding.where.receipt)}</span>}
        </li>
      ))}
      {differences.map((place) => (
        <li key={place}>
          <strong>{t.shownOtherwise}</strong>
          <code>{place}</code>
        </li>
      ))}
    </ul>
  );
}
