import sql from 'sql-template-tag';
import { pickFields } from '@annals/kit/verification/facts';
import type { Fields, RecordedEvent } from './recorded-events.sql.ts';
import { comparedTime, factsOfSettings, FollowedSettings } from './settings-facts.ts';
import type { KindOfThing } from './stored-things.ts';

const names = ['ownerId', 'prefix', 'scopes', 'partitionIds', 'expiresDate'];

/** What API tokens may do, for whom and for how long, who issued them, and whether they are revoked. */
export const tokensAsRecorded: KindOfThing = {
  subject: 'token',
  created: 'token.created',
  deleted: null,
  actions: [
    'token.created',
    'token.revoked',
    'user.offboarded',
    'password.set',
    'password.changed',
    'credentials.removed',
  ],
  ids: sql`select id from authentication.api_token`,
  type: 'uuid',
  async alsoAbout(database, ids) {
    const owners = await database.query<{ userId: string }>(
      sql`select distinct user_id as "userId" from authentication.api_token
        where id = any(${[...ids]}::uuid[]) and user_id is not null`,
    );
    return owners.map(({ userId }) => `user/${userId}`);
  },
  async findStored(database, ids) {
    const tokens = await database.query<Fields & { id: string; creatorId: string | null }>(
      sql`select id, coalesce(user_id, application_id) as "ownerId", prefix, scopes, partition_ids as "partitionIds",
          expires as "expiresDate", created_by as "creatorId", revoked is not null as revoked
        from authentication.api_token where id = any(${[...ids]}::uuid[])`,
    );
    return tokens.flatMap(({ id, creatorId, ...token }) =>
      factsOfSettings(`token/${id}`, {
        ...settingsIn(token),
        creatorId,
        revoked: token['revoked'],
      }),
    );
  },
  readRecorded(events) {
    const tokens = new FollowedSettings();
    for (const event of events) follow(tokens, event);
    return tokens.facts();
  },
};

const settingsIn = (fields: Fields): Fields => ({
  ...pickFields(fields, names),
  expiresDate: comparedTime(fields['expiresDate'] ?? null),
});

function follow(tokens: FollowedSettings, event: RecordedEvent): void {
  const { action, subject, actorId: creatorId, after, index } = event;
  if (action === 'token.created') {
    tokens.set(subject, { ...settingsIn(after), creatorId, revoked: false }, index);
    return;
  }
  for (const token of revokedBy(tokens, event))
    if (tokens.has(token)) tokens.set(token, { revoked: true }, index);
}

/** The subjects of the tokens that an event says to be revoked. */
function revokedBy(
  tokens: FollowedSettings,
  { action, subject, after }: RecordedEvent,
): readonly string[] {
  if (action === 'token.revoked') return [subject];
  const listed: unknown = after['revokedTokens'];
  if (Array.isArray(listed))
    return listed.map(
      (token: unknown) => `token/${String((token as { id?: unknown } | null)?.id)}`,
    );
  // It says how many, and they were all of this user.
  return action === 'credentials.removed'
    ? tokens
        .subjects()
        .filter((token) => `user/${String(tokens.valueOf(token, 'ownerId'))}` === subject)
    : [];
}
