import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, pageOf, text, version } from './fields.ts';
import { freshProofActions } from './fresh-proof-actions.ts';
import { messageCode } from './message-code.ts';

const network = z.string().check(
  z.maxLength(49),
  z.refine(
    (written) =>
      z.safeParse(z.cidrv4(), written).success || z.safeParse(z.cidrv6(), written).success,
    messageCode('ipNetwork'),
  ),
);
const networks = z.nullable(z.array(network).check(z.minLength(1), z.maxLength(100)));

/** The least and the most of the numbers in a rule. */
export const demandLimits = {
  idleMinutes: [10, 1_440],
  absoluteMinutes: [15, 43_200],
  maxSessions: [1, 100],
  trustedDeviceDays: [0, 90],
} as const;

const numberWithin = ([least, most]: readonly [number, number]) =>
  z.nullable(z.int().check(z.minimum(least), z.maximum(most)));

/** What a rule demands. Null says nothing; of several rules that hold for somebody, the strictest wins. */
const demands = {
  /** Minutes without a call, after which a session ends; 30 without a rule. */
  idleMinutes: numberWithin(demandLimits.idleMinutes),
  /** Minutes after the sign-in, after which a session ends; 480 without a rule. */
  absoluteMinutes: numberWithin(demandLimits.absoluteMinutes),
  /** How many sessions of a person may be open. A sign-in beyond ends the one that was used longest ago. */
  maxSessions: numberWithin(demandLimits.maxSessions),
  /** Whether a passkey is the only second factor that counts. */
  passkeyRequired: z.boolean(),
  /** For how many days a device needs no second factor after one was given there; 0 and without a rule: never. */
  trustedDeviceDays: numberWithin(demandLimits.trustedDeviceDays),
  /** From where people sign in and work. */
  peopleNetworks: networks,
  /** From where API tokens of people are accepted. */
  tokenNetworks: networks,
  /** From where API tokens of applications are accepted. */
  applicationNetworks: networks,
  /**
   * These actions require that the person signed in, entered the password or used a passkey within the last ten minutes.
   * API tokens, with which nobody can, are not asked.
   */
  freshProofFor: z.array(z.enum(freshProofActions)).check(z.maxLength(freshProofActions.length)),
};

export const signInRule = z.object({
  id: z.string(),
  /** Whom it concerns: who holds this role, */
  role: z.nullable(z.string()),
  /** or who is in this unit or below, or, with neither, everyone. */
  organizationalUnit: z.nullable(z.object({ id: z.string(), name: z.string() })),
  ...demands,
  changedDate: dateTime,
  version,
});
export type SignInRule = z.infer<typeof signInRule>;

const access = { kind: 'permission', permission: 'roles:write' } as const;
const params = z.strictObject({ ruleId: id });

export const listSignInRules = endpoint({
  method: 'GET',
  path: '/authentication/v1/sign-in-rules',
  summary: 'Lists the rules of sessions and sign-in',
  access,
  response: pageOf(signInRule),
});

const subject = { role: z.nullable(text(1, 64)), organizationalUnitId: z.nullable(id) };

export const createSignInRule = endpoint({
  method: 'POST',
  path: '/authentication/v1/sign-in-rules',
  records: ['signInRule.created'],
  summary: 'Creates a rule for a role, for an organizational unit and those below, or for everyone',
  access,
  body: z.strictObject({ ...subject, ...demands }),
  status: 201,
  response: signInRule,
});

export const changeSignInRule = endpoint({
  method: 'PUT',
  path: '/authentication/v1/sign-in-rules/{ruleId}',
  records: ['signInRule.changed'],
  summary: 'Changes what a rule demands; it holds at once, also for open sessions',
  access,
  params,
  body: z.strictObject(demands),
  response: signInRule,
  takesIfMatch: true,
});

export const deleteSignInRule = endpoint({
  method: 'DELETE',
  path: '/authentication/v1/sign-in-rules/{ruleId}',
  records: ['signInRule.deleted'],
  summary: 'Deletes a rule',
  access,
  params,
  status: 204,
  response: z.void(),
  takesIfMatch: true,
});

export const previewSignInRule = endpoint({
  method: 'POST',
  path: '/authentication/v1/sign-in-rules/preview',
  records: 'nothing',
  summary: 'Returns whom a rule would lock out now, without saving it',
  access,
  body: z.strictObject({ ...subject, ...demands }),
  response: z.object({
    /** Whether no global master could sign in any more, so that the rule would be refused with `no_master_could_sign_in`. */
    leavesNoMaster: z.boolean(),
    /** The caller's address, if the rule would refuse the caller from there and no rule does so now; otherwise null. */
    refusedFrom: z.nullable(z.string()),
    /** Who could not sign in, of up to 10,000 people whom the rule concerns; the first 100. */
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        username: z.string(),
        reasons: z.array(z.enum(['NETWORK', 'PASSKEY'])),
      }),
    ),
    peopleCount: z.number(),
    /** How many people the rule concerns. */
    concernedCount: z.number(),
    /** How many of their open sessions would end or be refused. */
    sessionCount: z.number(),
    /** How many API tokens were last used from a network that is not allowed. */
    tokenCount: z.number(),
  }),
});

export const signInRuleEndpoints = [
  listSignInRules,
  createSignInRule,
  changeSignInRule,
  deleteSignInRule,
  previewSignInRule,
] as const;
