import type { Operation } from '@parley/client'
import type * as types from './operation-types.generated.js'

export type * from './operation-types.generated.js'

export const administrator: Operation<types.AdministratorQuery, types.AdministratorQueryVariables> = { hash: 'utvS_7OC', isQuery: true, text: 'query Administrator{me{id username email}installationSettings{name}}' }

export const accountCounts: Operation<types.AccountCountsQuery, types.AccountCountsQueryVariables> = { hash: 'hA3VgYNE', isQuery: true, text: 'query AccountCounts{accountCounts{all waiting administrators banned}}' }

export const accounts: Operation<types.AccountsQuery, types.AccountsQueryVariables> = { hash: 'DSfjpWGZ', isQuery: true, text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}query Accounts($search:String$state:AccountState$orderBy:AccountOrder$after:String){users(first:30 search:$search state:$state orderBy:$orderBy after:$after){nodes{...ListedAccount}pageInfo{hasNextPage endCursor}}}' }

export const oneAccount: Operation<types.OneAccountQuery, types.OneAccountQueryVariables> = { hash: 'Mf3400hx', isQuery: true, text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}query OneAccount($nodeId:ID!){node(nodeId:$nodeId){...on Account{...ListedAccount}}}' }

export const accountUsage: Operation<types.AccountUsageQuery, types.AccountUsageQueryVariables> = { hash: 'aLPxw_eR', isQuery: true, text: 'query AccountUsage($id:ID!){accountUsage(accountId:$id days:30){date model messages tokens}modelSettings{model label}}' }

export const deletionConsequences: Operation<types.DeletionConsequencesQuery, types.DeletionConsequencesQueryVariables> = { hash: 'FnptH8Wd', isQuery: true, text: 'query DeletionConsequences($id:ID!){deletionConsequences(accountId:$id){rooms roomsOfOthers characters images apiKeys}}' }

export const createAccount: Operation<types.CreateAccountMutation, types.CreateAccountMutationVariables> = { hash: 's1bCBi-g', text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}mutation CreateAccount($input:CreateAccountInput!){createAccount(input:$input){account{...ListedAccount}}}' }

export const approveAccount: Operation<types.ApproveAccountMutation, types.ApproveAccountMutationVariables> = { hash: 'wLhEwoRh', text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}mutation ApproveAccount($id:ID!){approveAccount(id:$id){account{...ListedAccount}}}' }

export const setUserRole: Operation<types.SetUserRoleMutation, types.SetUserRoleMutationVariables> = { hash: 'nRMYxvwm', text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}mutation SetUserRole($id:ID!$role:Role!){setUserRole(id:$id role:$role){account{...ListedAccount}}}' }

export const setUserMembership: Operation<types.SetUserMembershipMutation, types.SetUserMembershipMutationVariables> = { hash: 'n2KNE8h0', text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}mutation SetUserMembership($id:ID!$membership:Membership!){setUserMembership(id:$id membership:$membership){account{...ListedAccount}}}' }

export const banUser: Operation<types.BanUserMutation, types.BanUserMutationVariables> = { hash: 'ynV_wmKq', text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}mutation BanUser($id:ID!$reason:String$until:DateTime){banUser(id:$id reason:$reason until:$until){account{...ListedAccount}}}' }

export const unbanUser: Operation<types.UnbanUserMutation, types.UnbanUserMutationVariables> = { hash: '3WVsvSHb', text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}mutation UnbanUser($id:ID!){unbanUser(id:$id){account{...ListedAccount}}}' }

export const removeSecondFactors: Operation<types.RemoveSecondFactorsMutation, types.RemoveSecondFactorsMutationVariables> = { hash: 'SFzmQMCh', text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}mutation RemoveSecondFactors($id:ID!){removeSecondFactors(accountId:$id){account{...ListedAccount}}}' }

export const createPasswordLink: Operation<types.CreatePasswordLinkMutation, types.CreatePasswordLinkMutationVariables> = { hash: 'nvvF9TIn', text: 'mutation CreatePasswordLink($id:ID!){createPasswordLink(input:{accountId:$id}){url expiresAt}}' }

export const signOutAccount: Operation<types.SignOutAccountMutation, types.SignOutAccountMutationVariables> = { hash: 'QNUSPz8i', text: 'fragment ListedAccount on Account{id nodeId username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin roleManagedBy hasPassword awaitingApprovalSince ban{until reason}secondFactors{id}}mutation SignOutAccount($id:ID!$revokeApiKeys:Boolean!){signOutAccount(id:$id revokeApiKeys:$revokeApiKeys){account{...ListedAccount}}}' }

export const deleteAccount: Operation<types.DeleteAccountMutation, types.DeleteAccountMutationVariables> = { hash: 'ko3rF4Sl', text: 'mutation DeleteAccount($id:ID!){deleteAccount(id:$id){deletedAccountId}}' }

export const overview: Operation<types.OverviewQuery, types.OverviewQueryVariables> = { hash: 'AktILJ8v', isQuery: true, text: 'fragment Service on AiService{kind waiting paused workers{name state model running concurrency}}query Overview{userStats{memberships{membership count}}activeGenerations(first:100){totalCount generations{status}}aiServices{...Service}}' }

export const activity: Operation<types.ActivityQuery, types.ActivityQueryVariables> = { hash: 'eTn1UAG7', isQuery: true, text: 'fragment Service on AiService{kind waiting paused workers{name state model running concurrency}}query Activity{activeGenerations(first:100){totalCount generations{id roomId kind model status position queueReason createdAt account{nodeId username}}}aiServices{...Service}}' }

export const cancelReply: Operation<types.CancelReplyMutation, types.CancelReplyMutationVariables> = { hash: 'qH3KvBS8', text: 'mutation CancelReply($id:ID!){cancelGeneration(id:$id){generation{id status}}}' }

export const auditLog: Operation<types.AuditLogQuery, types.AuditLogQueryVariables> = { hash: 'wRwlj8Aj', isQuery: true, text: 'query AuditLog($search:String$actions:[AuditAction!]$target:AuditTargetInput$after:String){auditLog(first:30 search:$search actions:$actions target:$target after:$after){nodes{id occurredAt actorKind actorId actorName action targetKind targetId targetLabel ipAddress account{nodeId username}details{name value}}pageInfo{hasNextPage endCursor}}}' }

export const allCharacters: Operation<types.AllCharactersQuery, types.AllCharactersQueryVariables> = { hash: '6iEmbn1F', isQuery: true, text: 'fragment ListedCharacter on Character{id nodeId name imageUrl visibility hiddenByAdmin hiddenReason updatedAt owner{nodeId username}}query AllCharacters($search:String$visibility:Visibility$hiddenByAdmin:Boolean$after:String){allCharacters(first:24 search:$search visibility:$visibility hiddenByAdmin:$hiddenByAdmin after:$after){nodes{...ListedCharacter}pageInfo{hasNextPage endCursor}}}' }

export const characterTexts: Operation<types.CharacterTextsQuery, types.CharacterTextsQueryVariables> = { hash: '_xxSOixN', isQuery: true, text: 'query CharacterTexts($nodeIds:[ID!]!){nodes(nodeIds:$nodeIds){...on Character{source{description greeting}}}}' }

export const hideCharacter: Operation<types.HideCharacterMutation, types.HideCharacterMutationVariables> = { hash: 'HtZ3WFc_', text: 'fragment ListedCharacter on Character{id nodeId name imageUrl visibility hiddenByAdmin hiddenReason updatedAt owner{nodeId username}}mutation HideCharacter($id:ID!$reason:String!){hideCharacter(input:{id:$id reason:$reason}){character{...ListedCharacter}}}' }

export const restoreCharacter: Operation<types.RestoreCharacterMutation, types.RestoreCharacterMutationVariables> = { hash: 'fS7IQDzn', text: 'fragment ListedCharacter on Character{id nodeId name imageUrl visibility hiddenByAdmin hiddenReason updatedAt owner{nodeId username}}mutation RestoreCharacter($id:ID!){restoreCharacter(id:$id){character{...ListedCharacter}}}' }

export const examine: Operation<types.ExamineQuery, types.ExamineQueryVariables> = { hash: 'd4fvVx4y', isQuery: true, text: 'query Examine($part:StorePart!$after:String){examine(input:{part:$part after:$after}){examined findings{part kind subject detail isHarmless account{nodeId username}}next}}' }

export const repair: Operation<types.RepairMutation, types.RepairMutationVariables> = { hash: 'XLmMc3WJ', text: 'mutation Repair($part:StorePart!$kind:FindingKind!$subject:String!){repair(input:{part:$part kind:$kind subject:$subject}){repaired}}' }

export const invitations: Operation<types.InvitationsQuery, types.InvitationsQueryVariables> = { hash: 'xmjh9VhE', isQuery: true, text: 'fragment ListedInvitation on Invitation{id email role membership maxUses uses createdAt expiresAt auditEntry{actorKind actorName}}query Invitations($after:String){invitations(first:30 after:$after){nodes{...ListedInvitation}pageInfo{hasNextPage endCursor}}}' }

export const createInvitation: Operation<types.CreateInvitationMutation, types.CreateInvitationMutationVariables> = { hash: 'EJkEIoo1', text: 'fragment ListedInvitation on Invitation{id email role membership maxUses uses createdAt expiresAt auditEntry{actorKind actorName}}mutation CreateInvitation($input:CreateInvitationInput!){createInvitation(input:$input){url invitation{...ListedInvitation}}}' }

export const revokeInvitation: Operation<types.RevokeInvitationMutation, types.RevokeInvitationMutationVariables> = { hash: 'IXeOCTK2', text: 'mutation RevokeInvitation($id:ID!){revokeInvitation(id:$id){revokedInvitationId}}' }

export const modelList: Operation<types.ModelListQuery, types.ModelListQueryVariables> = { hash: 'VOYEL0Xu', isQuery: true, text: 'fragment Service on AiService{kind waiting paused workers{name state model running concurrency}}fragment ShownModelSettings on ModelSettings{model offered label labelSource access{membership included source}changedAt}query ModelList{models{name available demonstration vision tools thoughts contextTokens defaultFor}modelSettings{...ShownModelSettings}aiServices{...Service}}' }

export const setModelSettings: Operation<types.SetModelSettingsMutation, types.SetModelSettingsMutationVariables> = { hash: 'sF0G-KA1', text: 'fragment ShownModelSettings on ModelSettings{model offered label labelSource access{membership included source}changedAt}mutation SetModelSettings($input:SetModelSettingsInput!){setModelSettings(input:$input){settings{...ShownModelSettings}}}' }

export const installationSettings: Operation<types.InstallationSettingsQuery, types.InstallationSettingsQueryVariables> = { hash: 'xThj173F', isQuery: true, text: 'fragment ShownSetting on InstallationSetting{name value source changedAt fault}query InstallationSettings{installationSettings{...ShownSetting}}' }

export const setInstallationSetting: Operation<types.SetInstallationSettingMutation, types.SetInstallationSettingMutationVariables> = { hash: 'Czh2rIsM', text: 'fragment ShownSetting on InstallationSetting{name value source changedAt fault}mutation SetInstallationSetting($input:SetInstallationSettingInput!){setInstallationSetting(input:$input){setting{...ShownSetting}}}' }

export const signInProviders: Operation<types.SignInProvidersQuery, types.SignInProvidersQueryVariables> = { hash: 'RKefEZcF', isQuery: true, text: 'query SignInProviders{socialProviders{id name}}' }

export const testProvider: Operation<types.TestProviderQuery, types.TestProviderQueryVariables> = { hash: 'iI2p814D', isQuery: true, text: 'query TestProvider($id:SocialProviderId!){testIdentityProvider(provider:$id){findings{kind message}redirectUri}}' }
