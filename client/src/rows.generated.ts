// Made from the rows of the contract by `npm run client`. Not to be edited.

export const tree = `/authentication/v1
 /event-webhooks PcreateEventWebhook GlistEventWebhooks*
  /{eventWebhookId} CchangeEventWebhook DdeleteEventWebhook GgetEventWebhook
   /attempts GlistEventWebhookAttempts*
    /{attemptId} GgetEventWebhookAttempt
     /resend PresendEventWebhookMessage!
   /replay PreplayEventWebhook!
   /secret ProtateEventWebhookSecret
   /test PtestEventWebhook!
 /events GlistEvents*
  /configuration PrecordConfiguration
  /per-day GeventsPerDay
 /health GgetAuthenticationHealth
 /migrations GlistAuthenticationMigrations
 /roles PcreateRole GlistRoles
  /{role} CchangeRole DdeleteRole
 /system GgetAuthenticationSystem
  /mails/retries PretryMails!
  /provider-certificates GlistProviderCertificates
/v1
 /alias-url CchangeAliasUrl PcreateAliasUrl GlistAliasUrls*
  /reactivate PreactivateAliasUrl!
  /visit PvisitAliasUrl~
 /applications PcreateApplication GlistApplications*
  /{applicationId} CchangeApplication DdeleteApplication GgetApplication
   /tokens PcreateApplicationToken GlistApplicationTokens*
    /{tokenId} DrevokeApplicationToken
 /auth Pauthenticate~ DendSession GrenewAccess
  /email-code PsendEmailCode~
  /identity-providers GlistSignInProviders~
   /{identityProviderId}/authorization PstartProviderSignIn~
  /password PsetPassword~
  /password-reset PrequestPasswordReset~
  /password-token/{token} GcheckPasswordToken~
  /second-factor PenrolSecondFactor~
  /signup GgetSignUpRules~ PsignUp~
  /token-revocation PrevokeTokensWithLink~
   /{token} GcheckRevocationLink~
 /health GgetDataHealth
 /identity-providers PcreateIdentityProvider GlistIdentityProviders*
  /discovery PdiscoverIdentityProvider
  /{identityProviderId} CchangeIdentityProvider DdeleteIdentityProvider GgetIdentityProvider
   /domains/{domain}
    /approval PapproveProviderDomain
    /verification PverifyProviderDomain
   /test PtestIdentityProvider
   /trial PstartProviderTrial
 /jobs GlistTransfers*
  /{jobId} GgetTransfer
 /log
  /checkpoint GgetServiceCheckpoint~
  /consistency GgetServiceConsistency~
 /migrations GlistDataMigrations
 /organizational-units PcreateOrganizationalUnit GlistOrganizationalUnits*
  /{organizationalUnitId} UchangeOrganizationalUnit DdeleteOrganizationalUnit GgetOrganizationalUnit
   /domains/{domain}
    /approval PapproveUnitDomain
    /verification PverifyUnitDomain
   /roles UaddUnitRoles DremoveUnitRoles
   /users GlistUnitUsers*
 /partitions PcreatePartition GlistPartitions*
  /all
   /change-sets GchangeSetsToAttend
   /changes-since GchangesSince
   /ids/{id} GfindId
   /objects GsearchAllPartitions
   /saved-searches GfindSavedSearches*
   /users GlistDataUsers*
    /current GcurrentDataUser
    /{userId} GgetDataUser
     /objects GlistObjectsOfUser*
     /open-work GlistOpenWork*
     /partitions GlistPartitionsOfUser*
   /versions-per-day GversionsPerDayOfAll
   /webhooks GwebhooksToAttend
  /{partitionId} CchangePartition GgetPartition
   /activity GpartitionActivity
   /archive ParchivePartition!
   /as-of GpartitionAsOf
   /change-policy GgetChangePolicy UputChangePolicy!
    /history GchangePolicyHistory*
   /change-sets PcreateChangeSet GlistChangeSets*
    /{changeSetId} CchangeChangeSet DdeleteChangeSet! GgetChangeSet
     /approve PapproveChangeSet!
     /check GcheckChangeSet
     /comments PaddChangeSetComment GlistChangeSetComments*
      /{commentId} CresolveChangeSetComment
     /commit PcommitChangeSet!
     /operations PaddOperations GlistOperations*
      /{operationId} DdeleteOperation! GgetOperation UputOperation!
     /preview GpreviewChangeSet
     /reopen PreopenChangeSet!
     /request-changes PrequestChanges
     /revert PrevertChangeSet
     /signing GgetChangeSetSigning
     /submit PsubmitChangeSet!
     /withdraw PwithdrawChangeSet!
   /changes GlistChanges
   /erasures GlistErasures*
    /{receipt} GgetErasure
   /evidence GgetEvidence PstartEvidence
    /{jobId} GgetKeptEvidence DremoveEvidence!
   /export GexportObjects*
   /import PimportObjects
   /indices/search-text GsearchText*
   /jobs PstartTransfer
    /{jobId}
     /cancel PcancelTransfer!
     /finish PfinishTransfer!
     /hand-over PhandOverTransfer!
     /resume PresumeTransfer!
   /log
    /checkpoint GgetCheckpoint
    /consistency GgetConsistency
    /entries GlistLogEntries
   /objects PcreateObject
    /recent GrecentObjects*
    /referencedBy/{objectId} GreferencedBy*
    /search PsearchObjects*!
    /{objectId} GgetObject
     /erase PeraseValues
     /erase-reason PeraseReason
     /proof GgetObjectProof
   /saved-searches PcreateSavedSearch GlistSavedSearches*
    /{searchId} CchangeSavedSearch DremoveSavedSearch!
   /subscriptions PcreateSubscription
   /timelines/{timelineId}
    /blame GtimelineBlame
    /end PendTimeline
    /objects GtimelineObjects*
     /latest GlatestObject
    /restore PrestoreObject
    /values GtimelineValues*
   /transactions PcommitTransaction
   /types GlistObjectTypes*
    /{type} GgetObjectType UputObjectType!
   /users GlistMembers*
    /{userId} UputMember! DremoveMember!
     /hand-over PhandOverWork!
   /versions-per-day GversionsPerDay
   /webhooks PcreateWebhook GlistWebhooks*
    /{webhookId} CchangeWebhook DdeleteWebhook! GgetWebhook
     /attempts GlistWebhookAttempts*
      /{attemptId} GgetWebhookAttempt
       /resend PresendWebhookMessage!
     /replay PreplayWebhook!
     /secret ProtateWebhookSecret
     /test PtestWebhook!
 /subscriptions GlistSubscriptions*
  /seen PmarkSeen!
  /unseen GlistUnseen
  /{subscriptionId} CchangeSubscription DdeleteSubscription! GgetSubscription
 /system GgetDataSystem
 /tokens PcreateToken GlistTokens*
  /{tokenId} DrevokeToken
 /users PcreateUser GlistUsers*
  /access GlistAccess*
  /bulk PbulkUsers
  /current GcurrentUser
   /factors GlistFactors
    /passkeys PaddPasskey
     /options PstartPasskey
    /recovery-codes PrenewRecoveryCodes
    /totp PstartTotp
     /{factorId}/confirmation PconfirmTotp
    /{factorId} DremoveFactor
   /identities PstartLinkingIdentity
   /password PchangePassword
   /reauthentication Preauthenticate
   /signatures PstartSignature
    /{signatureId}/confirmation PconfirmSignature
  /forName/{username} GfindUserByName
  /forNameContaining/{searchtext} GfindUsersContaining*
  /invitations GlistInvitations*
   /{invitationId} DwithdrawInvitation
    /link PmakeInvitationLink
    /resend PresendInvitation
  /{userId} CchangeUser GgetUser
   /access GexplainAccess
   /factors GgetUserFactors DremoveUserFactors
   /identities GlistUserIdentities
    /{identityId} DunlinkUserIdentity
   /offboarding PoffboardUser
   /organizational-unit UassignUserToUnit
    /unassign UunassignUserFromUnit
   /password-reset PsendPasswordReset
   /roles UaddUserRoles DremoveUserRoles
   /sessions DendUserSessions GlistUserSessions
    /{sessionId} DendUserSession
   /status UchangeUserStatus`;
