import * as operations from '../../rest-facade/operations/service-operations.generated.js'
import type {
  AdminAnswerFragment,
  KnownInvitationFragment,
  KnownKeyFragment,
  KnownModelFragment,
  KnownSettingFragment,
  Membership,
  QueuesQuery,
  Role,
  RoomKind,
  ServiceQueueFragment,
  SettingName,
} from '../../rest-facade/operations/service-operations.generated.js'
import { Refusal } from './command.js'
import { accountVerb, linesOf, listVerb, verb, type Account, type Input, type Verb } from './verb.js'
import { apiKeyScopes } from '../../src/api-keys/api-key.js'
import { installationSettingNames } from '../../src/installation-settings/installation-setting.js'
import { bytesOfFile } from '../../src/config/setting-file.js'
import { typedAddress } from '../../src/limits.js'
import { logoSentence, logoText } from '../../src/logo.js'

const nameOf = ({ id, username, email }: Pick<Account, 'id' | 'username' | 'email'>) =>
  `${email} (${username}, account ${id})`
const ended = (instant: string | null, words: string) => (instant === null ? '' : ` ${words} ${instant}`)
type State = Pick<Account, 'ban' | 'awaitingApprovalSince'>
const banOf = ({ ban }: Pick<Account, 'ban'>) =>
  ban ? `, banned${ended(ban.until, 'until')}${ban.reason === null ? '' : `: ${ban.reason}`}` : ''
const stateOf = (account: State) =>
  `${account.awaitingApprovalSince === null ? '' : ', waiting for approval'}${banOf(account)}`
const accountLine = (account: Account) =>
  `${nameOf(account)}: ${account.role}, ${account.membership}, since ${account.createdAt}${stateOf(account)}`
const keyLine = ({ id, name, prefix, scopes, expiresAt, lastUsedAt, models, usage }: KnownKeyFragment) =>
  [
    `${id}: ${prefix}…, "${name}"${ended(expiresAt, 'until')}`,
    `for ${scopes.join(' and ').toLowerCase()}`,
    lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`,
    `${usedOf(usage.messages)} messages today`,
    `${usedOf(usage.tokens)} tokens this month`,
    ...(models ? [`only ${models.join(',')}`] : []),
  ].join(', ')
const usedOf = ({ used, limit }: KnownKeyFragment['usage']['messages']) =>
  `${String(used)}${limit === null ? '' : ` of ${String(limit)}`}`

const scopeNames = { v1: 'V1', api: 'API', mcp: 'MCP' } as const
const limitsOf = ({ until, models, messagesPerDay, tokensPerMonth, scopes }: Input) => {
  const named = scopes?.map((scope) => {
    const known = apiKeyScopes.find((each) => each === scope)
    if (known) return scopeNames[known]
    throw new Refusal(`${scope} is not a scope of a key. The scopes are ${apiKeyScopes.join(', ')}.`, 64)
  })
  return { expiresAt: until, models, messagesPerDay, tokensPerMonth, ...(named && { scopes: named }) }
}

function adminLine({ account, isGranted, isListed }: AdminAnswerFragment): string {
  const listed = account.isListedAdmin
    ? 'in ADMIN_EMAILS'
    : account.emailVerified
      ? 'in ADMIN_EMAILS, which counts after a password reset: an earlier release verified the address'
      : 'in ADMIN_EMAILS, which counts once the address is verified'
  const granted = account.roleManagedBy === 'PROVIDER' ? 'by the provider' : 'granted'
  const reasons = [...(isGranted ? [granted] : []), ...(isListed ? [listed] : [])].join(', ')
  return `${nameOf(account)}: ${reasons}${stateOf(account)}`
}

const roleVerb = (usage: string, role: 'ADMIN' | 'USER', text: (change: RoleChange) => string): Verb =>
  accountVerb({
    usage,
    document: operations.SetRoleDocument,
    variables: ({ account: { email } }) => ({ input: { email, role } }),
    value: ({ setRole }) => setRole,
    text,
  })
type RoleChange = operations.SetRoleMutation['setRole']

function grantText({ changed, admin: { account } }: RoleChange): string {
  const hindrance = account.ban
    ? `\nThe account is${banOf(account).slice(1)}. It cannot sign in until the ban ends.`
    : account.awaitingApprovalSince === null
      ? ''
      : '\nThe account is waiting for approval and cannot sign in yet.'
  if (!changed) return `${nameOf(account)} was already an administrator.${hindrance}`
  // anyone can register with an address of another person
  const doubt = account.emailVerified
    ? ''
    : '\nThe address is not verified: make sure that it belongs to the right person.'
  return `${nameOf(account)} is now an administrator.${doubt}${hindrance}`
}

function revokeText({ changed, adminCount, admin: { account, isAdmin } }: RoleChange): string {
  if (isAdmin) return `${nameOf(account)} stays an administrator: ADMIN_EMAILS has the address. Remove it there.`
  const none = adminCount === 0 ? '\nNo administrators are left. Add one with: npm run admin -- grant EMAIL' : ''
  return `${nameOf(account)} ${changed ? 'is no longer an administrator' : 'was not an administrator'}.${none}`
}

type Queues = readonly ServiceQueueFragment[]
const runningIn = ({ kind, workers }: ServiceQueueFragment) =>
  workers.reduce((sum, { running }) => {
    if (running === null) throw new Refusal(`The worker of ${kind.toLowerCase()} does not answer.`, 69)
    return sum + running
  }, 0)
const workerText = ({ name, state, running, concurrency }: ServiceQueueFragment['workers'][number]) =>
  `${name === null ? '' : `${name} `}${state}, ${String(running ?? '?')} of ${String(concurrency ?? '?')} running`
const queueLine = ({ kind, paused, waiting, workers }: ServiceQueueFragment) =>
  `${kind.toLowerCase()}: ${paused ? 'paused, ' : ''}${String(waiting ?? '?')} waiting; ${linesOf(workers, workerText, 'no worker').replaceAll('\n', '; ')}`

const pauseVerb = (usage: string, paused: boolean, until?: (queues: Queues) => boolean): Verb =>
  verb({
    usage,
    document: operations.SetQueuePausedDocument,
    variables: ({ kind }) => ({ paused, kind: kindOf(kind) }),
    value: ({ setQueuePaused }): Queues => setQueuePaused,
    text: (queues) => linesOf(queues, queueLine, ''),
    ...(until ? { until } : {}),
  })
const membershipOf = (level: string | undefined): Membership => (level === 'VIP' ? 'VIP' : 'BASIC')
const roleOf = (role: string | undefined): Role => (role === 'ADMIN' ? 'ADMIN' : 'USER')
const kindOf = (kind: Input['kind']): RoomKind | null =>
  kind === undefined ? null : kind === 'office' ? 'OFFICE' : 'CHARACTER'

type Generation = NonNullable<QueuesQuery['activeGenerations']>['generations'][number]
const generationLine = ({ id, kind, status, position, queueReason, createdAt, account }: Generation) => {
  const place = position === null ? '' : ` at ${String(position)} (${queueReason ?? ''})`
  return `${id}: ${kind?.toLowerCase() ?? 'no room'}, ${status}${place}, of ${account ? nameOf(account) : 'no account'}, since ${createdAt}`
}

function settingNamed(text: string): SettingName {
  const name = installationSettingNames.find((each) => each === text)
  if (name) return name
  throw new Refusal(
    `${text} is not a setting that can be changed. These can: ${installationSettingNames.join(', ')}.`,
    64,
  )
}
const sources = { ENVIRONMENT: 'environment', DATABASE: 'database', DEFAULT: 'default' }
function invitationLine(invitation: KnownInvitationFragment): string {
  const { id, email, role, membership, uses, maxUses, createdAt, expiresAt, auditEntry } = invitation
  const creator = auditEntry?.actorKind === 'OPERATOR' ? 'the operator' : (auditEntry?.actorName ?? null)
  const used = `${String(uses)} of ${String(maxUses)} used`
  return `${id}: ${role}, ${membership}, for ${email ?? 'any address'}, ${used}, until ${expiresAt}, created ${createdAt}${ended(creator, 'by')}`
}
/** The stored form of an image file. */
function logoIn(path: string): string {
  const refuse = (sentence: string): never => {
    throw new Refusal(`INSTALLATION_LOGO ${sentence}`, 65)
  }
  const bytes = bytesOfFile(path, { maxMiB: 1, refuse })
  return (bytes && logoText(bytes)) ?? refuse(logoSentence)
}

const settingLine = ({ name, value, source, changedAt, fault }: KnownSettingFragment) =>
  `${name}=${value} (${sources[source]}${ended(changedAt, 'since')}${ended(fault, 'whose value does not apply: it')})`

function modelLine({ model, offered, label, labelSource, access, changedAt }: KnownModelFragment): string {
  const memberships = access.map(
    ({ membership, included, source }) => `${membership} ${included ? 'can' : 'cannot'} use it (${sources[source]})`,
  )
  const state = offered ? '' : ', not offered now'
  const name = `model ${model}: label ${JSON.stringify(label)} (${sources[labelSource]})`
  return `${[name, ...memberships].join(', ')}${state}${ended(changedAt, 'since')}`
}

type Act = NonNullable<operations.AuditLogQuery['auditLog']>['nodes'][number]
const invitationIn = (details: Act['details']) => details.find(({ name }) => name === 'invitation')?.value ?? null
const actors = {
  OPERATOR: () => 'the operator',
  PROVIDER: ({ actorName }: Act) => `the provider ${actorName ?? ''}`,
  INVITATION: ({ actorName, details }: Act) => {
    const id = invitationIn(details)
    if (id === 'set-up') return 'the set-up link'
    // entries of before 2026-11-30 have no id
    const named = id === null ? 'an invitation or the set-up link' : `invitation ${id}`
    return actorName === null ? named : `${id === null ? 'an invitation' : named} for ${actorName}`
  },
  RECOVERY: () => 'the link of a notice',
  ADMINISTRATOR: ({ actorName, actorId }: Act) => `${actorName ?? 'a deleted account'} (account ${actorId ?? ''})`,
}
function auditLine(act: Act): string {
  const { occurredAt, action, ipAddress, targetKind, targetId, targetLabel, details } = act
  const actor = actors[act.actorKind](act)
  const target = `${targetKind.toLowerCase()} ${targetId}${targetLabel === null ? '' : ` (${targetLabel})`}`
  // the actor says which invitation
  const values = details
    .filter(({ name }) => name !== 'invitation')
    .map(({ name, value }) => `, ${name} ${value ?? 'none'}`)
    .join('')
  return `${occurredAt} ${action}: ${target}${values}, by ${actor}${ended(ipAddress, 'from')}`
}

/** Where the environment of a server decides, which this command cannot read. */
const ownEnvironment =
  'No server was asked: the environment is that of this command. A variable in the environment of a server wins there.'
const settingsText = (lines: string, { isAlone = false }: Input) => (isAlone ? `${lines}\n${ownEnvironment}` : lines)

type Administrator = NonNullable<operations.AdminFactorsQuery['admins']>[number]
const hasFactor = ({ isAdmin, account: { ban, awaitingApprovalSince, secondFactors } }: Administrator) =>
  isAdmin && ban === null && awaitingApprovalSince === null && (secondFactors ?? []).length > 0
const noFactor =
  'Warning: no administrator has a second factor. Until one has added it, no account has the rights of an administrator.'

/** Without VALUE it removes the setting. */
function settingVerb(usage: string): Verb {
  const change = changeOfSetting(usage)
  return {
    ...change,
    run: async (input, ask) => {
      const output = await change.run(input, ask)
      if (input.setting !== 'ADMIN_SECOND_FACTOR' || input.value !== 'required') return output
      const { admins } = await ask(operations.AdminFactorsDocument, {})
      return admins?.some(hasFactor) ? output : { ...output, text: `${output.text}\n${noFactor}` }
    },
  }
}

const changeOfSetting = (usage: string) =>
  verb({
    usage,
    document: operations.SetInstallationSettingDocument,
    variables: ({ setting = '', value = null }) => {
      const name = settingNamed(setting)
      return { input: { name, value: name === 'INSTALLATION_LOGO' && value !== null ? logoIn(value) : value } }
    },
    value: ({ setInstallationSetting: { setting } }) => setting,
    text: (setting, input) => settingsText(settingLine(setting), input),
  })

const keyOptions =
  '[--name NAME] [--scopes LIST] [--until INSTANT] [--models LIST] [--messages-per-day N] [--tokens-per-month N]'

/** The commands of `npm run admin` but for `compact`. A longer name stands before one that begins it. */
export const verbs: readonly Verb[] = [
  verb({
    usage: 'create EMAIL [--username NAME] [--password-stdin]',
    document: operations.CreateAdminDocument,
    variables: ({ email = '', username = typedAddress(email).split('@')[0] ?? '', password, generated = '' }) => ({
      input: { email, username, password: password ?? generated },
    }),
    value: ({ createAdmin }, { password, generated = '' }) => ({
      ...createAdmin.admin,
      password: password === undefined ? generated : null,
    }),
    text: ({ account, password }) =>
      `${nameOf(account)} was created and is an administrator.${password === null ? '' : `\nPassword, shown only once: ${password}`}`,
  }),
  roleVerb('grant EMAIL', 'ADMIN', grantText),
  roleVerb('revoke EMAIL', 'USER', revokeText),
  verb({
    usage: 'list',
    document: operations.AdminsDocument,
    variables: () => ({}),
    value: ({ admins }) => admins ?? [],
    text: (admins) => linesOf(admins, adminLine, 'There are no administrators.'),
  }),
  listVerb({
    usage: 'account list [TEXT]',
    document: operations.FindAccountsDocument,
    variables: ({ text }) => ({ search: text }),
    page: ({ users }) => users,
    line: accountLine,
    none: 'No accounts match.',
  }),
  listVerb({
    usage: 'account waiting',
    document: operations.FindAccountsDocument,
    variables: () => ({ state: 'WAITING' as const }),
    page: ({ users }) => users,
    line: accountLine,
    none: 'No accounts are waiting for approval.',
  }),
  accountVerb({
    usage: 'account show EMAIL',
    document: operations.AccountOfDocument,
    variables: ({ account: { email } }) => ({ email }),
    value: (_, { account }) => account,
    text: accountLine,
  }),
  accountVerb({
    usage: 'account delete EMAIL',
    document: operations.DeleteAccountOfDocument,
    variables: ({ account: { id } }) => ({ id }),
    value: (_, { account }) => account,
    text: (account) => `Deleted ${nameOf(account)} and all its data.`,
  }),
  accountVerb({
    usage: 'account approve EMAIL',
    document: operations.ApproveAccountDocument,
    variables: ({ account: { id } }) => ({ id }),
    value: ({ approveAccount }) => approveAccount,
    text: ({ changed, account }) =>
      changed ? `${nameOf(account)} is approved and can sign in.` : `${nameOf(account)} was already approved.`,
  }),
  verb({
    usage: 'invitation create [--email EMAIL] [--role ROLE] [--membership LEVEL] [--uses N] [--until INSTANT]',
    document: operations.CreateInvitationDocument,
    variables: ({ email, role, membership, uses, until }) => ({
      input: {
        email,
        role: roleOf(role),
        membership: membershipOf(membership),
        maxUses: uses,
        expiresAt: until,
      },
    }),
    value: ({ createInvitation }) => createInvitation,
    text: ({ invitation, url }) => `Invitation ${invitationLine(invitation)}\nLink, shown only once: ${url}`,
  }),
  listVerb({
    usage: 'invitation list',
    document: operations.InvitationsDocument,
    variables: () => ({}),
    page: ({ invitations }) => invitations,
    line: invitationLine,
    none: 'There are no invitations.',
  }),
  verb({
    usage: 'invitation revoke ID',
    document: operations.RevokeInvitationDocument,
    variables: ({ id = '' }) => ({ id }),
    value: ({ revokeInvitation }) => ({ id: revokeInvitation.revokedInvitationId }),
    text: ({ id }) => `Revoked invitation ${id}.`,
  }),
  verb({
    usage: 'setup-link',
    document: operations.CreateSetUpLinkDocument,
    variables: () => ({}),
    value: ({ createSetUpLink }) => ({ url: createSetUpLink }),
    text: ({ url }) => `Link to become the first administrator, which works once within 24 hours: ${url}`,
  }),
  accountVerb({
    usage: 'membership EMAIL LEVEL',
    document: operations.SetUserMembershipDocument,
    variables: ({ account: { id }, level }) => ({ id, membership: membershipOf(level) }),
    value: ({ setUserMembership }) => setUserMembership.account,
    text: (account) => `${nameOf(account)} now has the ${account.membership} membership.`,
  }),
  accountVerb({
    usage: 'password EMAIL',
    document: operations.CreatePasswordLinkDocument,
    variables: ({ account: { id: accountId } }) => ({ input: { accountId } }),
    value: ({ createPasswordLink }) => createPasswordLink,
    text: ({ account, url, expiresAt }) =>
      `${nameOf(account)} can set a new password with this link once, until ${expiresAt}. All its sessions have ended.\nLink, shown only once: ${url}`,
  }),
  listVerb({
    usage: 'ban list',
    document: operations.BannedAccountsDocument,
    variables: () => ({}),
    page: ({ bannedAccounts }) => bannedAccounts,
    line: accountLine,
    none: 'No accounts are banned.',
  }),
  accountVerb({
    usage: 'ban EMAIL [--reason TEXT] [--until INSTANT]',
    document: operations.BanUserDocument,
    variables: ({ account: { id }, reason, until }) => ({ id, reason, until }),
    value: ({ banUser }) => banUser.account,
    text: (account) =>
      `${nameOf(account)} is banned${ended(account.ban?.until ?? null, 'until')}. All its sessions have ended.`,
  }),
  accountVerb({
    usage: 'unban EMAIL',
    document: operations.UnbanUserDocument,
    variables: ({ account: { id } }) => ({ id }),
    value: ({ unbanUser }) => unbanUser.account,
    text: (account) => `${nameOf(account)} is not banned and can sign in.`,
  }),
  accountVerb({
    usage: 'session list EMAIL',
    document: operations.SessionsOfDocument,
    variables: ({ account: { id } }) => ({ id }),
    value: ({ sessionsOf }) => sessionsOf ?? [],
    text: (sessions) =>
      linesOf(
        sessions,
        ({ id, lastUsedAt, expiresAt, userAgent }) =>
          `${id}: used ${lastUsedAt}, until ${expiresAt}, ${JSON.stringify(userAgent)}`,
        'There are no sessions.',
      ),
  }),
  accountVerb({
    usage: 'session end EMAIL [ID]',
    document: operations.EndSessionsDocument,
    variables: ({ account, id }) => ({ id: account.id, sessionId: id }),
    value: (_, { account, id }) => ({ account, sessionId: id ?? null }),
    text: ({ account, sessionId }) =>
      `${sessionId === null ? 'Every session' : `Session ${sessionId}`} of ${nameOf(account)} has ended.`,
  }),
  accountVerb({
    usage: 'factors remove EMAIL',
    document: operations.RemoveSecondFactorsDocument,
    variables: ({ account: { id } }) => ({ id }),
    value: ({ removeSecondFactors: { removed } }, { account }) => ({ account, removed }),
    text: ({ account, removed }) =>
      removed === 0
        ? `${nameOf(account)} has no second factor.`
        : `${nameOf(account)} no longer has a second factor. All its sessions have ended.`,
  }),
  accountVerb({
    usage: `key create EMAIL ${keyOptions}`,
    document: operations.CreateApiKeyForDocument,
    variables: ({ account: { id: accountId }, name = 'made by npm run admin', ...given }) => ({
      input: { accountId, name, ...limitsOf(given) },
    }),
    value: ({ createApiKeyFor }, { account }) => ({ account, ...createApiKeyFor }),
    text: ({ account, apiKey: { id, name, expiresAt }, text }) =>
      `${nameOf(account)} has the API key ${id}, "${name}"${ended(expiresAt, 'until')}.\nText, shown only once: ${text}`,
  }),
  accountVerb({
    usage: 'key list EMAIL',
    document: operations.ApiKeysOfDocument,
    variables: ({ account: { id } }) => ({ id }),
    value: ({ apiKeysOf }) => apiKeysOf ?? [],
    text: (keys) => linesOf(keys, keyLine, 'There are no API keys.'),
  }),
  accountVerb({
    usage: `key update EMAIL ID ${keyOptions}`,
    document: operations.UpdateApiKeyOfDocument,
    variables: ({ account, id = '', name, ...given }) => ({
      id: account.id,
      keyId: id,
      input: { name, ...limitsOf(given) },
    }),
    value: ({ updateApiKeyOf }) => updateApiKeyOf,
    text: keyLine,
  }),
  accountVerb({
    usage: 'key revoke EMAIL ID',
    document: operations.RevokeApiKeyOfDocument,
    variables: ({ account, id = '' }) => ({ id: account.id, keyId: id }),
    value: (_, { account, id = '' }) => ({ account, keyId: id }),
    text: ({ account, keyId }) => `The API key ${keyId} of ${nameOf(account)} is revoked.`,
  }),
  verb({
    usage: 'queue list',
    document: operations.QueuesDocument,
    variables: () => ({}),
    value: (queues) => queues,
    text: ({ aiServices, activeGenerations }) =>
      [
        ...(aiServices ?? []).map(queueLine),
        ...(activeGenerations?.generations ?? []).map(generationLine),
        `${String(activeGenerations?.totalCount ?? 0)} replies are waiting or running.`,
      ].join('\n'),
  }),
  verb({
    usage: 'queue cancel ID',
    document: operations.CancelActiveGenerationDocument,
    variables: ({ id = '' }) => ({ id }),
    value: ({ cancelActiveGeneration }) => ({ id: cancelActiveGeneration }),
    text: ({ id }) => `Cancelled reply ${id}.`,
  }),
  listVerb({
    usage: 'audit [TEXT]',
    document: operations.AuditLogDocument,
    variables: ({ text }) => ({ search: text }),
    page: ({ auditLog }) => auditLog,
    line: auditLine,
    none: 'No entries match.',
  }),
  settingVerb('settings set SETTING VALUE'),
  settingVerb('settings unset SETTING'),
  verb({
    usage: 'settings',
    document: operations.InstallationSettingsDocument,
    variables: () => ({}),
    value: ({ installationSettings, modelSettings }) => ({
      settings: installationSettings ?? [],
      models: modelSettings ?? [],
    }),
    text: ({ settings, models }, input) =>
      settingsText([...settings.map(settingLine), ...models.map(modelLine)].join('\n'), input),
  }),
  pauseVerb('queue pause [KIND]', true),
  pauseVerb('queue resume [KIND]', false),
  pauseVerb('queue drain [KIND]', true, (queues) => queues.every((queue) => runningIn(queue) === 0)),
]
