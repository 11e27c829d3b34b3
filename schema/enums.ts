import { jobPriorities, queueReasons } from '@parley/queue'
import { characterOrders, visibilities } from '../src/characters/character.js'
import { dataExportStatuses, roomExportFormats } from '../src/data-exports/data-export.js'
import {
  installationSettingNames,
  registrationPolicies,
  settingSources,
} from '../src/installation-settings/installation-setting.js'
import { kinds, kindTable } from '../src/kinds.js'
import { type Language, languages } from '../src/languages.js'
import { socialProviderIds } from '../src/limits.js'
import { providerFindingKinds } from '../src/ports/identity-provider/identity-provider.js'
import { webSearchStates } from '../src/ports/reply-generator/reply-generator.js'
import { finishReasons, generationStatuses, sourceKinds } from '../src/replies/generation.js'
import { roomOrders } from '../src/rooms/room.js'
import { apiKeyScopes } from '../src/api-keys/api-key.js'
import { secondFactorKinds } from '../src/second-factors/second-factor.js'
import { accountOrders, accountStates, memberships, pageThemes, roleManagers, roles } from '../src/users/user.js'
import { verificationTypes } from '../src/verification/verification-code.js'
import { enumType } from './enum-type.js'

export const Visibility = enumType('Visibility', visibilities, {
  description: 'Who can see a character.',
  values: {
    PUBLIC: 'Visible to every caller, and listed.',
    PRIVATE: 'Visible to its owner and to administrators.',
  },
})
export type Visibility = (typeof visibilities)[number]

export const Membership = enumType('Membership', memberships, { description: 'The membership level of an account.' })
export type Membership = (typeof memberships)[number]

export const PageLanguage = enumType('PageLanguage', languages, {
  description: 'A language of the pages.',
  values: { en: 'English.', ko: 'Korean.' },
})
export type PageLanguage = Language

export const PageTheme = enumType('PageTheme', pageThemes, { description: 'The colours of the pages.' })
export type PageTheme = (typeof pageThemes)[number]

export const ApiKeyScope = enumType('ApiKeyScope', apiKeyScopes, {
  description: 'What an API key opens.',
  values: {
    v1: 'The endpoints of `/v1`.',
    api: 'GraphQL and the REST endpoints of the application, without acts on the account itself and those of administrators.',
    mcp: 'The MCP server at `/mcp`: the characters, rooms and messages of the account, for agents.',
  },
})
export type ApiKeyScope = (typeof apiKeyScopes)[number]

export const RoleManager = enumType('RoleManager', roleManagers, {
  description: 'Who decides the role of an account.',
  values: {
    ADMINISTRATORS: 'Administrators, with `setUserRole`.',
    ADMIN_EMAILS: 'The setting `ADMIN_EMAILS` of the operator; `setUserRole` cannot revoke the role.',
    PROVIDER:
      'A claim of its sign-in provider, at each sign-in with it. A change by `setUserRole` lasts until the next one.',
  },
})
export type RoleManager = (typeof roleManagers)[number]

export const SocialProviderId = enumType('SocialProviderId', socialProviderIds, {
  description: 'The three configurable sign-in providers. The operator sets which service each one is.',
})
export type SocialProviderId = (typeof socialProviderIds)[number]

export const ProviderFindingKind = enumType('ProviderFindingKind', providerFindingKinds, {
  description: 'Why sign-ins by a provider fail, or will.',
  values: {
    UNREACHABLE: 'It does not answer.',
    NO_METADATA: 'There is no OpenID metadata at the issuer.',
    ISSUER_MISMATCH: 'It calls itself by another address than the issuer that is set.',
    CLOCK_OFF: 'Its clock and that of this server differ by more than a minute.',
    NO_KEYS: 'Its keys cannot be read.',
    CLIENT_REFUSED: 'It refuses the client id or the secret.',
    REDIRECT_REFUSED: 'Its sign-in page refuses the redirect address.',
    NO_EMAIL_SCOPE: 'It is not asked for e-mail addresses.',
  },
})

export const VerificationType = enumType('VerificationType', verificationTypes, {
  description: 'The purpose of a verification code.',
  values: {
    register:
      'Proves that the caller has the mailbox of an e-mail address, before or after an account is registered with it.',
    password_reset: 'Allows a new password for the account with this address.',
  },
})
export type VerificationType = (typeof verificationTypes)[number]

export const DataExportStatus = enumType('DataExportStatus', dataExportStatuses, {
  description: 'The state of an export.',
  values: {
    RUNNING: 'It waits or is written, also after a crash.',
    READY: 'It can be downloaded.',
    FAILED: 'It could not be written; begin another one.',
  },
})
export type DataExportStatus = (typeof dataExportStatuses)[number]

export const RoomExportFormat = enumType('RoomExportFormat', roomExportFormats, {
  description: 'The form of a file with one chat.',
  values: {
    MARKDOWN: 'The messages and replies that the room shows, with names and times, for people.',
    JSON: 'The room and its entries, with all alternatives, as in the export of an account.',
  },
})
export type RoomExportFormat = (typeof roomExportFormats)[number]

export const SecondFactorKind = enumType('SecondFactorKind', secondFactorKinds, {
  description: 'The kind of a second factor.',
  values: { TOTP: 'An authenticator app, which shows six digits.', PASSKEY: 'A passkey or a security key.' },
})
export type SecondFactorKind = (typeof secondFactorKinds)[number]

export const RegistrationPolicy = enumType('RegistrationPolicy', registrationPolicies, {
  description:
    'Who can create an account. Accounts that exist are not affected, and an invitation is enough in any case.',
  values: {
    OPEN: 'Everyone.',
    INVITE: 'People with an invitation.',
    APPROVAL:
      'Everyone, but the account cannot be used until an administrator approves it: a sign-in is AWAITING_APPROVAL.',
    CLOSED: 'No one, but for people whom an administrator has invited before.',
  },
})
export type RegistrationPolicy = (typeof registrationPolicies)[number]

export const SettingName = enumType('SettingName', installationSettingNames, {
  description: 'The settings that can change while the server runs, named as the variables of its environment.',
})
export type SettingName = (typeof installationSettingNames)[number]

export const SettingSource = enumType('SettingSource', settingSources, {
  description: 'Where the value of a setting comes from; an earlier one wins.',
  values: {
    ENVIRONMENT: 'A variable of the server, which only its operator can change.',
    DATABASE: 'It was changed while the server ran.',
    DEFAULT: 'No value is set.',
  },
})
export type SettingSource = (typeof settingSources)[number]

export const CharacterOrder = enumType('CharacterOrder', characterOrders, {
  description: 'The order of a list of characters. A count that changes meanwhile moves its character alone.',
  values: {
    OLDEST: 'The first created one first.',
    NEWEST: 'The last created one first.',
    MOST_LIKED: 'By `likeCount`, then the first created one first.',
    MOST_TALKED: 'By `talkCount`, then the first created one first.',
  },
})
export type CharacterOrder = (typeof characterOrders)[number]

export const GenerationStatus = enumType('GenerationStatus', generationStatuses, {
  description: 'The state of a generation; COMPLETED, FAILED and CANCELLED are final.',
})
export type GenerationStatus = (typeof generationStatuses)[number]

export const FinishReason = enumType('FinishReason', finishReasons, {
  description: 'How a reply ended.',
  values: {
    STOP: 'The model ended it.',
    LENGTH: 'The limit of its tokens ended it: its text is not complete.',
    CANCELLED: 'A client cancelled it. It has the text so far.',
    OTHER: 'It failed, or the model did not report how it ended.',
  },
})
export type FinishReason = (typeof finishReasons)[number]

export const SourceKind = enumType('SourceKind', sourceKinds, {
  description: 'What a source is.',
  values: { WEB: 'A page of the web.', FILE: 'A file.' },
})
export type SourceKind = (typeof sourceKinds)[number]

export const WebSearchState = enumType('WebSearchState', webSearchStates, {
  description: 'The state of the search of the web for a reply.',
  values: {
    SEARCHING: 'The reply waits for it.',
    ENDED: 'The model is given the sources that it has found, perhaps none.',
    FAILED: 'The search engine did not answer as it should: the reply is written without it.',
    LEFT_OUT: 'What it has found does not fit the context of the model: the reply is written without it.',
  },
})
export type WebSearchState = (typeof webSearchStates)[number]

export const QueueReason = enumType('QueueReason', queueReasons, {
  description: 'Why a generation waits in the queue.',
  values: {
    BUSY: 'The worker generates as many replies as it can at a time, and the jobs before this one arrived earlier.',
    FAIR_SHARE: 'Later jobs of other callers go first, because callers take turns.',
    PRIORITY:
      'Later jobs of callers with high priority go first: such a caller gets four turns for each turn of another caller.',
    WORKER_AWAY:
      'The worker cannot be reached or is loading its model. The job is submitted again; it fails with UNAVAILABLE after about a minute, or at its deadline.',
    PAUSED: 'An operator has paused the queue. The job keeps its deadline.',
  },
})
export type QueueReason = (typeof queueReasons)[number]

export const RoomKind = enumType('RoomKind', kinds.toSorted(), {
  description: 'The kind of a room.',
  values: {
    character: 'A `ChatRoom`.',
    office: 'An `OfficeRoom`.',
  },
})

export const RoomOrder = enumType('RoomOrder', roomOrders, {
  description: 'The order of a list of rooms.',
  values: {
    NEWEST: 'The room that was created last comes first.',
    LAST_CHANGED:
      'By `updatedAt`, descending. A room whose log changes moves to the beginning: a client that reads pages in the meantime finds it there.',
  },
})
export type RoomOrder = (typeof roomOrders)[number]

/** The description of every argument that may name the kind of a room. */
export const roomKindDescription = 'If given, a room of another kind is NOT_FOUND.'

const logRoomKinds = kinds.map((kind) => kindTable[kind].logKind).toSorted()
export const LogRoomKind = enumType('LogRoomKind', logRoomKinds, {
  description: 'The kind of a log room.',
  values: {
    chatbot: 'A chat with a character: `chat`, `chatbot` and `character` in REST paths.',
    office: 'A chat with the office assistant.',
  },
})
export type LogRoomKind = (typeof logRoomKinds)[number]

export const AccountOrder = enumType('AccountOrder', accountOrders, { description: 'The order of a list of accounts.' })

export const AccountState = enumType('AccountState', accountStates, {
  description: 'A state of accounts. An account can be in several.',
  values: {
    ALL: 'Every account.',
    WAITING: 'An administrator has to approve it.',
    BANNED: 'A ban applies now.',
    ADMINISTRATORS: 'The role is granted, or follows from `ADMIN_EMAILS`.',
  },
})

export const Role = enumType('Role', roles, { description: 'The role of an account.' })
export type Role = (typeof roles)[number]

export const ReplyPriority = enumType('ReplyPriority', jobPriorities, {
  description: 'The priority of an account in the queue of a worker.',
  values: {
    high: 'Four turns for each turn of a NORMAL account.',
    normal: 'One turn for every four of a HIGH account.',
  },
})
