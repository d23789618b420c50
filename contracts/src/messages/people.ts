import { countedList, inSeconds } from './words.ts';

type UnitUses = Record<'members' | 'subunits' | 'providers' | 'applications', number>;
type RoleUses = Record<'users' | 'units' | 'providers' | 'applications', number>;

/** Users, units, roles, API tokens and the audit log. */
export const people = {
  fieldNotValid: 'The field {column} is not valid: {problem}',
  nameAlike: '{username} looks like {other}, the user name of somebody else. Choose another one.',
  emailAlike: 'This email looks like that of another account. Ask an administrator to invite you.',
  hostWithoutDot: 'The host {host} has no dot. An operator can allow it with MAIL_HOSTS.',
  passwordBreached:
    'This password is in published lists of stolen passwords. Choose another one, and change it wherever else you use it.',
  onlyMasterChangesMaster: 'Only a global master can change a global master.',
  userInOtherUnit:
    'This user is also in a unit that you do not administer. Ask an administrator of both units, or a global master.',
  memberInOtherUnit:
    'A member is also in a unit that you do not administer, and would hold {roles} there too. Ask a global master, or grant the role to individual users.',
  holdsRolesBeyond:
    'This user holds {beyond}, which has permissions that you do not have. Ask someone who can grant it to change how the user signs in.',
  noSuchRole: 'There is no role {unknown}.',
  roleBeyondYours: 'You cannot grant or remove {refused}: it has permissions that you do not have.',
  membersHoldRoleBeyond:
    'Members of this unit hold {refused}, which has permissions that you do not have. Ask someone who can grant it.',
  proofNeedsAll: 'A proof contains all events. Only those who see all of them can export it.',
  configurationRoles: 'Only those who may change roles everywhere can record a configuration.',
  lastMaster: 'This is the last active global master. Make someone else a global master first.',
  fromAfterTo: 'from is later than to. Change one of them.',
  beforeTo: 'Must be before to.',
  tooManyDnsChecks:
    'You have checked too many records in a short time. DNS takes minutes to show a new one: try again shortly.',
  cannotTakeOver: 'This user cannot take over.',
  chooseActiveUser: 'Choose another, active user.',
  noEmail: 'This user has no email. Set an email first.',
  mayNotSignIn: 'The user may no longer sign in.',
  alreadyAccepted: 'This user has already accepted the invitation. Send a password reset instead.',
  sendYourUnitAsParent:
    'You administer your own organizational units and their subunits. Send one of them as parentId.',
  nameEmpty: 'The name is empty.',
  enterReadableName: 'Enter a readable name.',
  unitNameTaken: 'There already is a unit "{name}" at this level. Choose another name.',
  domainTaken: '{taken} belongs to another organizational unit. A domain can only belong to one.',
  domainsTaken: '{taken} belong to another organizational unit. A domain can only belong to one.',
  unitNotEmpty: ({ members, subunits, providers, applications }: UnitUses) =>
    `This unit still has ${countedList([
      [members, 'member', 'members'],
      [subunits, 'subunit', 'subunits'],
      [providers, 'identity provider', 'identity providers'],
      [applications, 'application', 'applications'],
    ])}. Move or remove them first.`,
  unitsTooDeep: 'Organizational units can be nested {deepest} levels deep at most.',
  moveOutsideUnits:
    'You can only move units within those that you administer. Ask a global master to move this one.',
  unitBelowItself: 'A unit cannot be moved below itself. Choose a parent that is not below it.',
  masterForUsersOnly: '{master} can only be given to individual users, not to a unit.',
  leaveOut: 'Leave {master} out.',
  roleNameTaken: 'There already is a role {name}. Choose another name.',
  tooManyRoles: 'There are {maxRoles} roles, which is the limit. Delete one that is not needed.',
  builtInRole:
    '{name} is a built-in role: only its second factor requirement can be changed. Create a role of your own instead.',
  builtInRoleNotDeletable: '{name} is a built-in role and cannot be deleted.',
  rolesApplyEverywhere:
    'Roles apply in all organizational units, but you can only make changes within yours.',
  roleExceedsYours:
    '{name} has permissions that you do not have. You can only define and change roles that you could grant.',
  roleInUse: ({ name, users, units, applications, providers }: RoleUses & { name: string }) =>
    `${name} is still in use by ${countedList([
      [users, 'user', 'users'],
      [units, 'organizational unit', 'organizational units'],
      [applications, 'application', 'applications'],
      [providers, 'identity provider', 'identity providers'],
    ])}. Remove it from them first.`,
  actionNeedsRole: '{action} needs a role.',
  actionNeedsUnit: '{action} needs an organizational unit.',
  emailInLine: 'Line {first} already has this email.',
  csvFields: 'The line has more fields than the header row. Put fields with commas in quotes.',
  noUnitNamed: 'There is no organizational unit "{unit}", or you do not have access to it.',
  severalUnitsNamed:
    'There are several organizational units "{unit}". Write the one above it too, as in Europe › {unit}, or the ID.',
  languageForm: 'The language has to be English (en) or German (de).',
  usersChooseEmails: 'Only the users themselves choose which emails about change sets they get.',
  ownProfileOnly:
    'You can change your name and language. Ask an administrator to change your user name or email.',
  userNameDots:
    'A user name cannot be one or two dots: in an address they stand for a folder. Choose another one.',
  nameForm: 'Use at least one letter, a single line, and no invisible characters.',
  userNameTaken:
    'The user name {username} is taken, or is the email of another user. Choose another one.',
  roleThroughUnit:
    'The user holds {throughUnit} through an organizational unit. Remove the user from the unit, or the role from the unit.',
  accessEndPast: 'The access would already have ended. Enter a date in the future.',
  enterFutureDate: 'Enter a date in the future.',
  ownAccessEnd: 'Only somebody else can change when your access ends.',
  accessHasEnded: 'The access of this user has ended. Enter a later end date first, or remove it.',
  cannotDisableYourself: 'You cannot disable your own account. Ask another administrator to do it.',
  notAnEmail: '"{email}" is not an email address. Example: ada@example.org.',
  unknownRole: 'Unknown role.',
  emailOfUser:
    'There already is a user with the email {email}. Search for that user, or enter another email.',
  badCsv: 'The file is not valid CSV: {detail}',
  csvEmpty: 'The file is empty. Start it with a header row: email,name.',
  csvWithoutUsers: 'The file contains no users: it has only a header row.',
  csvTooLong:
    'At most {maxBulkUsers} users fit in one file; line {lines} is one too many of {length}. Split the file.',
  csvUnknownColumn:
    'Line 1 has an unknown column "{given}". Allowed are {columns}, separated by commas.',
  csvColumnTwice: 'Line 1 has the column {column} twice.',
  csvWithoutEmail: 'Line 1 lacks the column email.',
  chooseOneOfYourUnits: 'Choose at least one organizational unit that you administer.',
  inviteIntoYourUnits: 'You can only invite into your units, so a new user must be in one of them.',
  passwordLinkForm: 'Must be a link to /set-password, for example {publicUrl}/set-password.',
  presentOnly: 'This is known only for the present. Omit it, or omit asOf.',
  tooManyWordsToFind: 'There are too many words.',
  maxWords: 'Must have at most {maxWords} words.',
  signInsPresentOnly: 'Sign-ins and locks are not known as of a point in time.',
  masterTokens: 'Only a global master can revoke the tokens of an application that has this role.',
  tooManyTokens:
    'There are {maxLiveTokens} active tokens already. Revoke those that are no longer used.',
  endlessToken: 'Only a global master can create a token that never expires. Enter a date.',
  tokenExpiryPast: 'The token would already be expired. Enter a date in the future.',
  longToken:
    'Only a global master can create a token that is valid for more than a year. Enter an earlier date.',
  scopeNotYours: 'This API token lacks the scope {missing}, so it cannot issue one that has it.',
  applicationRoleBeyond:
    'This application has a role with permissions that you do not have. Ask someone who holds the role.',
  applicationOutsideUnits:
    'With these roles the application must be in one of your organizational units or their subunits.',
  chooseYourUnit: 'Choose one of your organizational units or a subunit.',
  tooManySignIns: ({ seconds }: { seconds: number }) =>
    `Too many unfinished sign-ins were started from here. Try again in ${inSeconds(seconds)}.`,
} as const;
