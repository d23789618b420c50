import {
  DatabaseInUse,
  DatabaseUnavailable,
  DatabaseUnsuitable,
} from '@annals/kit/database/database';
import type { Config } from '../config.ts';
import {
  VerificationRefused,
  verifyStored,
  type VerificationTarget,
  type VerifiedTarget,
} from '../embedded-verification.ts';
import { recordFindingsIn } from '../embedded-findings.ts';
import { makeLog } from '../logging.ts';
import { OperatorRefused } from '../operator/protocol.ts';
import { CommandError } from './command-error.ts';
import { readKnown, type KnownLogOptions } from './known-checkpoints.ts';
import { StatusLine } from './terminal.ts';
import { findingLine, printable, verdictText } from './verdict-text.ts';

export interface VerifyStored extends KnownLogOptions {
  /** Name or id of a partition, or `all`; undefined: the audit log. */
  partition: string | undefined;
}

const number = new Intl.NumberFormat('en');
/** For one target: more findings say nothing new, so they are only counted. */
const maxFindings = 1_000;

/**
 * annals verify --partition and annals verify events: verifies everything stored of partitions, or of the audit log.
 * @returns the exit code: 1 for TAMPERED
 * @throws CommandError with exit code 2 if there is no such partition, or nothing to compare with
 */
export async function verifyStoredCommand(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'logLevel'>,
  { partition, ...words }: VerifyStored,
): Promise<number> {
  const trust = await readKnown(words);
  const status = new StatusLine(process.stderr);
  const say = (line: string) => {
    status.clear();
    process.stdout.write(`${line}\n`);
  };
  let findingCount = 0;
  const parts = await verifyStored(
    config,
    makeLog(config.logLevel),
    { partition, ...trust },
    {
      onFinding(target, finding) {
        findingCount += 1;
        if (findingCount <= maxFindings) say(`${nameOf(target)}  ${findingLine(finding)}`);
      },
      onProgress(target, versions) {
        status.show(`${nameOf(target)}  ${number.format(versions)} versions`);
      },
      onVerified(verified) {
        if (findingCount > maxFindings)
          say(
            `${nameOf(verified.target)}  and ${number.format(findingCount - maxFindings)} more findings`,
          );
        findingCount = 0;
        if (verified.target.kind !== 'STRAY_ROWS' || verified.findings > 0)
          say(summaryOf(verified));
      },
    },
  ).catch((error: unknown) => {
    status.clear();
    throw isReadError(error) ? new CommandError(error.message, 2, { cause: error }) : error;
  });
  const findings = parts.reduce((sum, verified) => sum + verified.findings, 0);
  const receipts = parts.reduce((sum, { walked }) => sum + walked.receipts, 0);
  const versions = parts.reduce((sum, { walked }) => sum + walked.versions, 0);
  const seconds = parts.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const rate = number.format(Math.round(versions / Math.max(0.001, seconds)));
  const whole =
    findings > 0
      ? tamperedText(findings)
      : receipts > 0
        ? `intact except for what was erased with ${receipts === 1 ? 'a receipt' : `${number.format(receipts)} receipts`}`
        : 'intact';
  say(
    partition === undefined
      ? `${whole}: the audit log`
      : `${whole}: ${number.format(versions)} versions, ${rate}/s`,
  );
  if (findings > 0) await record(config, parts);
  return findings > 0 ? 1 : 0;
}

const maxRecorded = 20;

/** One event, so that whoever watches the audit log learns of it too. */
async function record(
  config: Parameters<typeof verifyStoredCommand>[0],
  parts: readonly VerifiedTarget[],
): Promise<void> {
  const found = parts.filter(({ findings }) => findings > 0).slice(0, maxRecorded);
  const named = found.map(({ target, findings }) => `${nameOf(target).slice(0, 150)}: ${findings}`);
  try {
    await recordFindingsIn(config, makeLog('silent'), named);
  } catch (error) {
    process.stderr.write(
      `The audit log could not record this: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}

/** Whether the database could not be read at all, which says nothing about its contents. */
const isReadError = (error: unknown): error is Error =>
  error instanceof VerificationRefused ||
  error instanceof OperatorRefused ||
  error instanceof DatabaseInUse ||
  error instanceof DatabaseUnavailable ||
  error instanceof DatabaseUnsuitable;

const tamperedText = (findings: number): string =>
  `TAMPERED, ${number.format(findings)} ${findings === 1 ? 'finding' : 'findings'}`;

function summaryOf({ target, findings, walked }: VerifiedTarget): string {
  const receipts = Array.from({ length: walked.receipts }, (_, index) => index + 1);
  const verdict =
    findings > 0
      ? tamperedText(findings)
      : verdictText(receipts.length > 0 ? { verdict: 'ERASED', receipts } : { verdict: 'INTACT' });
  const log = `a log of ${number.format(walked.entries)} entries`;
  switch (target.kind) {
    case 'PARTITION':
      return `${nameOf(target)}  ${verdict}: ${number.format(walked.versions)} versions, ${log}`;
    case 'EVENT_LOG':
    case 'READ_LOG':
    case 'SERVICE_LOG':
      return `${nameOf(target)}  ${verdict}: ${log}`;
    case 'ACCESS':
    case 'STRAY_ROWS':
      return `${nameOf(target)}  ${verdict}`;
  }
}

function nameOf(target: VerificationTarget): string {
  switch (target.kind) {
    case 'PARTITION':
      return printable(`${target.partitionName} (${target.partitionId})`);
    case 'EVENT_LOG':
      return 'audit log';
    case 'READ_LOG':
      return 'recorded reads';
    case 'ACCESS':
      return 'users, roles and units';
    case 'SERVICE_LOG':
      return 'log of the service';
    case 'STRAY_ROWS':
      return 'rows without a partition';
  }
}
