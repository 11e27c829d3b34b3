import { adminsOnly, type AccessRow } from './access-row.js'

/** The operations for administrators. */
export const adminAccessRows: Readonly<Record<string, AccessRow>> = {
  'Query.users': { document: '{ users { nodes { id email } } }', ...adminsOnly },
  'Query.testIdentityProvider': {
    document: '{ testIdentityProvider(provider: SOCIAL_A) { redirectUri } }',
    ...adminsOnly,
    admin: 'UNAVAILABLE',
  },
  'Query.userStats': { document: '{ userStats { totalUsers memberships { count } } }', ...adminsOnly },
  'Query.allCharacters': { document: '{ allCharacters { nodes { id } } }', ...adminsOnly },
  'Query.activeGenerations': {
    document: '{ activeGenerations { totalCount generations { id account { id } position } } }',
    ...adminsOnly,
  },
  'Query.aiServices': { document: '{ aiServices { kind waiting workers { state } } }', ...adminsOnly },
  'Query.examine': { document: '{ examine(input: { part: REPLIES }) { examined findings { kind } } }', ...adminsOnly },
  'Query.installationSettings': { document: '{ installationSettings { name value source } }', ...adminsOnly },
  'Query.modelSettings': { document: '{ modelSettings { model label access { membership } } }', ...adminsOnly },
  'Query.auditLog': { document: '{ auditLog { nodes { id action details { name value } } } }', ...adminsOnly },
  'Query.accountUsage': {
    document: '{ accountUsage(accountId: 999999) { date model messages tokens } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Query.accountCounts': { document: '{ accountCounts { all banned administrators } }', ...adminsOnly },
  'Query.deletionConsequences': {
    document: '{ deletionConsequences(accountId: 999999) { rooms } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.createAccount': {
    document: 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }',
    variables: ({ unique }) => {
      const name = unique()
      return { input: { username: name, email: `${name}@example.com` } }
    },
    ...adminsOnly,
  },
  'Mutation.signOutAccount': {
    document: 'mutation { signOutAccount(id: 999999) { account { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.hideCharacter': {
    document: 'mutation { hideCharacter(input: { id: 999999, reason: "spam" }) { character { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.restoreCharacter': {
    document: 'mutation { restoreCharacter(id: 999999) { character { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.setInstallationSetting': {
    document: 'mutation { setInstallationSetting(input: { name: REGISTRATION, value: "open" }) { setting { value } } }',
    ...adminsOnly,
  },
  'Mutation.setModelSettings': {
    document: 'mutation { setModelSettings(input: { model: "Local", label: null }) { settings { label } } }',
    ...adminsOnly,
  },
  'Mutation.removeSecondFactors': {
    document: 'mutation { removeSecondFactors(accountId: 999999) { removed } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.createPasswordLink': {
    document: 'mutation { createPasswordLink(input: { accountId: 999999 }) { account { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.banUser': {
    document: 'mutation { banUser(id: 999999) { account { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.unbanUser': {
    document: 'mutation { unbanUser(id: 999999) { account { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.setUserRole': {
    document: 'mutation { setUserRole(id: 999999, role: ADMIN) { account { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Query.invitations': { document: '{ invitations { nodes { id email } } }', ...adminsOnly },
  'Mutation.createInvitation': {
    document: 'mutation { createInvitation(input: {}) { invitation { id } } }',
    ...adminsOnly,
  },
  'Mutation.revokeInvitation': {
    document: 'mutation { revokeInvitation(id: 999999) { revokedInvitationId } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.approveAccount': {
    document: 'mutation { approveAccount(id: 999999) { account { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.setUserMembership': {
    document: 'mutation { setUserMembership(id: 999999, membership: VIP) { account { id } } }',
    ...adminsOnly,
    admin: 'NOT_FOUND',
  },
  'Mutation.repair': {
    document:
      'mutation { repair(input: { part: REPLIES, kind: REPLY_WITHOUT_ROOM, subject: "00000000-0000-4000-8000-000000000000" }) { repaired } }',
    ...adminsOnly,
  },
  'Mutation.setVisibility': {
    document: 'mutation ($id: ID!) { setVisibility(characterId: $id, visibility: PRIVATE) { character { id } } }',
    variables: ({ characterId }) => ({ id: characterId }),
    owner: 'FORBIDDEN',
    other: 'FORBIDDEN',
    anonymous: 'UNAUTHENTICATED',
    admin: 'data',
  },
}
