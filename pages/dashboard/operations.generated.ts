import type { Operation } from '@parley/client'
import type * as types from './operation-types.generated.js'

export type * from './operation-types.generated.js'

export const administrator: Operation<types.AdministratorQuery, types.AdministratorQueryVariables> = { hash: 'XcpBHYtS', isQuery: true, text: 'query Administrator{me{id username}}' }

export const accounts: Operation<types.AccountsQuery, types.AccountsQueryVariables> = { hash: 'Cd1zmcLs', isQuery: true, text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}secondFactors{id}}query Accounts($search:String$after:String){users(first:30 search:$search after:$after){nodes{...ListedAccount}pageInfo{hasNextPage endCursor}}}' }

export const setUserRole: Operation<types.SetUserRoleMutation, types.SetUserRoleMutationVariables> = { hash: 'BzNI4jX_', text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}secondFactors{id}}mutation SetUserRole($id:ID!$role:Role!){setUserRole(id:$id role:$role){account{...ListedAccount}}}' }

export const banUser: Operation<types.BanUserMutation, types.BanUserMutationVariables> = { hash: 'bQ7WuZi2', text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}secondFactors{id}}mutation BanUser($id:ID!$reason:String$until:DateTime){banUser(id:$id reason:$reason until:$until){account{...ListedAccount}}}' }

export const unbanUser: Operation<types.UnbanUserMutation, types.UnbanUserMutationVariables> = { hash: '3BJPOmEM', text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}secondFactors{id}}mutation UnbanUser($id:ID!){unbanUser(id:$id){account{...ListedAccount}}}' }

export const removeSecondFactors: Operation<types.RemoveSecondFactorsMutation, types.RemoveSecondFactorsMutationVariables> = { hash: 'eIGJMv-l', text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}secondFactors{id}}mutation RemoveSecondFactors($id:ID!){removeSecondFactors(accountId:$id){account{...ListedAccount}}}' }

export const createPasswordLink: Operation<types.CreatePasswordLinkMutation, types.CreatePasswordLinkMutationVariables> = { hash: 'nvvF9TIn', text: 'mutation CreatePasswordLink($id:ID!){createPasswordLink(input:{accountId:$id}){url expiresAt}}' }

export const figures: Operation<types.FiguresQuery, types.FiguresQueryVariables> = { hash: 'FQBRTtEj', isQuery: true, text: 'fragment Service on AiService{kind waiting workers{name state model running concurrency}}query Figures{userStats{totalUsers activeUsers memberships{membership count}}activeGenerations(first:1){totalCount}aiServices{...Service}}' }

export const activity: Operation<types.ActivityQuery, types.ActivityQueryVariables> = { hash: 'MXly4y2Z', isQuery: true, text: 'fragment Service on AiService{kind waiting workers{name state model running concurrency}}query Activity{activeGenerations(first:100){totalCount generations{id roomId kind model status position queueReason createdAt account{username}}}aiServices{...Service}}' }

export const cancelReply: Operation<types.CancelReplyMutation, types.CancelReplyMutationVariables> = { hash: 'qH3KvBS8', text: 'mutation CancelReply($id:ID!){cancelGeneration(id:$id){generation{id status}}}' }

export const allCharacters: Operation<types.AllCharactersQuery, types.AllCharactersQueryVariables> = { hash: 'UZC5l3CF', isQuery: true, text: 'fragment ListedCharacter on Character{id nodeId name imageUrl visibility hiddenByAdmin updatedAt owner{username}}query AllCharacters($after:String){allCharacters(first:24 after:$after){nodes{...ListedCharacter}pageInfo{hasNextPage endCursor}}}' }

export const characterTexts: Operation<types.CharacterTextsQuery, types.CharacterTextsQueryVariables> = { hash: '_xxSOixN', isQuery: true, text: 'query CharacterTexts($nodeIds:[ID!]!){nodes(nodeIds:$nodeIds){...on Character{source{description greeting}}}}' }

export const setVisibility: Operation<types.SetVisibilityMutation, types.SetVisibilityMutationVariables> = { hash: 'TJMgfDhu', text: 'fragment ListedCharacter on Character{id nodeId name imageUrl visibility hiddenByAdmin updatedAt owner{username}}mutation SetVisibility($id:ID!$visibility:Visibility!){setVisibility(characterId:$id visibility:$visibility){character{...ListedCharacter}}}' }

export const examine: Operation<types.ExamineQuery, types.ExamineQueryVariables> = { hash: 'uMaM5R9R', isQuery: true, text: 'query Examine($part:StorePart!$after:String){examine(input:{part:$part after:$after}){examined findings{part kind subject detail isHarmless}next}}' }

export const repair: Operation<types.RepairMutation, types.RepairMutationVariables> = { hash: 'XLmMc3WJ', text: 'mutation Repair($part:StorePart!$kind:FindingKind!$subject:String!){repair(input:{part:$part kind:$kind subject:$subject}){repaired}}' }
