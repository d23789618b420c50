import { queryErrors, type QueryErrorCode } from './query-errors.ts';

/** Searches, subscriptions and webhooks. */
export const searchesAndWebhooks = {
  queryUnreadable: 'The query cannot be read.',
  queryErrorAt: ({
    start,
    shown,
    error,
  }: {
    start: number;
    shown: string;
    error: QueryErrorCode;
  }) => `At character ${start}, “${shown}”: ${queryErrors[error]}`,
  setTwice: 'This is set twice: in the query and separately.',
  omitOneOfTwo: 'Omit one of the two.',
  tooManyTitles: 'Too many objects have the words of this title.',
  useObjectId: 'Use the ID of the object.',
  queryNamesTypeAndAuthor: 'A query names the type and the author itself.',
  addTypeAndAuthor: 'Add type: and author: to it.',
  enterSearchName: 'Enter a name for the search.',
  tooManyColumns: 'Use at most 30 columns.',
  searchNameTooLong: 'The name of a search has at most 100 characters.',
  searchNotYours: 'Only the user who saved a search can change it. Save it under your own name.',
  onlyOwnersDeleteSearch:
    'Only the user who saved a search, or an owner of the partition, can delete it.',
  searchNameTaken:
    'You already have a saved search with this name. Choose another name, or change that search.',
  tooManySearches: 'You have saved {count} searches in this partition. Remove one first.',
  tooManySearchesOfUser:
    'This user would have saved more than {maxSearchesPerUser} searches in this partition. Choose another user.',
  tooManySharedSearches: '{count} searches are shared in this partition. Remove one first.',
  cannotShare: 'Only editors of the partition can share a search. You can save it for yourself.',
  nameFields: 'Name at least one field, or follow all of them.',
  tooManyFields: 'Name at most 20 fields.',
  fieldsOnce: 'Use each field only once.',
  timelineOrQuery: 'Send either timelineId or query.',
  onlyPeopleFollow: 'Only people follow changes. A program uses a webhook or the change feed.',
  followsObject: 'This subscription follows an object.',
  onlySearchHasQuery: 'Only a search has a query.',
  onlySearchHasReferences: 'Only a search has references.',
  cannotReadPartition:
    'You cannot read this partition. Ask one of its owners to add you, or delete the subscription.',
  noMails: 'This server sends no emails about changes. They can be shown on Home.',
  alreadyFollowed: 'You already follow this. Change that subscription, or delete it.',
  tooManySubscriptions: 'You follow {count} objects and searches. Delete one subscription first.',
  receiverTimeout: 'The receiver took longer than 15 seconds to answer.',
  receiverHostPrivate:
    'The host {hostname} does not have a public address. A receiver in the intranet must be named in WEBHOOK_HOSTS.',
  filterNotApplicable: 'The filter can no longer be applied. Edit the webhook.',
  eventUnreadable: 'This event cannot be read from the log. Verify the partition.',
  webhookKeyMissing: 'The key that encrypted the secret is missing. Rotate the secret.',
  tooManyWebhooks: 'This partition has {count} webhooks. Delete one first.',
  addressNotAllowed: 'Messages cannot be sent to this address.',
  descriptionTooLong: 'A description has at most 200 characters.',
  chooseEvent: 'Choose at least one event.',
  eventsOnce: 'Use each event only once.',
  chooseType: 'Choose at least one type, or all of them.',
  tooManyTypes: 'Use at most 20 types.',
  typesOnce: 'Use each type only once.',
  chooseObject: 'Choose at least one object, or remove this filter.',
  tooManyObjects: 'Use at most 20 objects.',
  auditEventUnreadable: 'This event cannot be read from the audit log. Verify the audit log.',
  tooManyAuditWebhooks: 'The audit log has {count} webhooks. Delete one first.',
  chooseAction: 'Choose at least one action, or all of them.',
  actionsOnce: 'Use each action only once.',
  seqOrFrom: 'Send either seq or from.',
  auditWebhooksNeedRoles:
    'Only those who read the whole audit log and may change roles everywhere can work with its webhooks.',
  sequenceOrFrom: 'Send either sequence or from.',
} as const;
