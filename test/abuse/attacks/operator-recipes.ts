import type { ListRecipe } from './list-recipe.js'

/** The lists for administrators and for the operator. */
export const operatorRecipes: readonly ListRecipe[] = [
  {
    kind: 'query',
    name: 'characters of everybody',
    caller: 'admin',
    selection: () => `allCharacters(first: 100) { nodes { context greeting } }`,
    item: '"context":"ccc',
    fields: ['Query.allCharacters'],
  },
  {
    kind: 'query',
    name: 'accounts',
    caller: 'admin',
    selection: () => `users(first: 100) { nodes { id username email } edges { node { username } } }`,
    aliases: 5,
    item: '"username":"mallory"',
    fields: ['Query.users', 'AccountConnection.nodes', 'AccountConnection.edges'],
  },
  {
    kind: 'query',
    name: 'memberships',
    caller: 'admin',
    selection: () => `userStats { memberships { membership count } }`,
    item: '"BASIC"',
    fields: ['UserStats.memberships'],
  },
  {
    kind: 'query',
    name: 'active generations',
    caller: 'admin',
    selection: () => `activeGenerations(first: 100) { totalCount generations { id model position account { id } } }`,
    aliases: 7,
    // few of them run at a time
    item: '"totalCount"',
    fields: ['ActiveGenerations.generations'],
  },
  {
    kind: 'query',
    name: 'workers',
    caller: 'admin',
    selection: () => `aiServices { kind workers { state model } }`,
    item: '"state"',
    fields: ['Query.aiServices', 'AiService.workers'],
  },
  {
    kind: 'query',
    name: 'settings of the installation',
    caller: 'admin',
    selection: () => `installationSettings { name value source changedAt }`,
    item: '"name":"REGISTRATION"',
    fields: ['Query.installationSettings'],
  },
  {
    kind: 'query',
    name: 'settings of models',
    caller: 'admin',
    selection: () => `modelSettings { model label access { membership included source } }`,
    // the operator configures few models, and there are two memberships
    item: '"model":"Local"',
    fields: ['Query.modelSettings', 'ModelSettings.access'],
  },
  {
    kind: 'query',
    name: 'invitations',
    caller: 'admin',
    selection: () => `invitations(first: 100) { nodes { id email } edges { node { role } } }`,
    aliases: 5,
    item: '"email":"eee',
    fields: ['Query.invitations', 'InvitationConnection.nodes', 'InvitationConnection.edges'],
  },
  {
    kind: 'query',
    name: 'usage of an account',
    caller: 'admin',
    selection: ({ mallory }) => `accountUsage(accountId: "${mallory.id}", days: 90) { date model messages tokens }`,
    aliases: 3,
    item: '"messages":',
    fields: ['Query.accountUsage'],
  },
  {
    kind: 'query',
    name: 'findings of a provider',
    caller: 'admin',
    selection: () => `testIdentityProvider(provider: SOCIAL_A) { redirectUri findings { kind message } }`,
    // no provider is configured; a check has a finding of each kind at most
    item: 'This provider is not configured',
    fields: ['IdentityProviderTest.findings'],
  },
  {
    kind: 'query',
    name: 'acts of administrators',
    caller: 'admin',
    selection: () => `auditLog(first: 100) { nodes { id targetLabel details { name value } } edges { node { id } } }`,
    aliases: 2,
    item: '"targetLabel":"nnn',
    fields: ['Query.auditLog', 'AuditEntryConnection.nodes', 'AuditEntryConnection.edges', 'AuditEntry.details'],
  },
  { kind: 'rest', operationId: 'listTables', fields: ['Query.tables'] },
  {
    kind: 'query',
    name: 'findings',
    caller: 'admin',
    selection: () => `examine(input: { part: LOGS }) { examined findings { kind subject } }`,
    aliases: 5,
    item: '"examined"',
    fields: ['Query.examine', 'FindingsPage.findings'],
  },
  {
    kind: 'operator',
    document:
      '{ admins { isAdmin } bannedAccounts { nodes { id } } sessionsOf(accountId: 1) { id } apiKeysOf(accountId: 1) { id } }',
    // the last one has a row for each kind
    fields: ['Query.admins', 'Query.bannedAccounts', 'Query.sessionsOf', 'Query.apiKeysOf', 'Mutation.setQueuePaused'],
  },
]
