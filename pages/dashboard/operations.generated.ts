import type { Operation } from '@parley/client'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type FindingKind =
  | 'ENTRIES_WITHOUT_LOG'
  | 'ENTRY_NOT_INDEXED'
  | 'FILE_WITHOUT_IMAGE'
  | 'IMAGE_WITHOUT_FILE'
  | 'LOG_WITHOUT_RECORD'
  | 'PICTURE_WITHOUT_IMAGE'
  | 'RECORD_WITHOUT_LOG'
  | 'REPLY_WITHOUT_ROOM'
  | 'STUCK_PURGE'
  | 'UNKNOWN_PURGE';

export type GenerationStatus =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'FAILED'
  | 'QUEUED'
  | 'RUNNING';

export type Membership =
  | 'BASIC'
  | 'VIP';

export type QueueReason =
  | 'BUSY'
  | 'FAIR_SHARE'
  | 'PAUSED'
  | 'PRIORITY'
  | 'WORKER_AWAY';

export type Role =
  | 'ADMIN'
  | 'USER';

export type RoomKind =
  | 'CHARACTER'
  | 'OFFICE';

export type StorePart =
  | 'ACCOUNTS'
  | 'CHARACTERS'
  | 'FILES'
  | 'IMAGES'
  | 'LOGS'
  | 'PURGES'
  | 'RECORDS'
  | 'REMNANTS'
  | 'REPLIES'
  | 'SEARCH';

export type Visibility =
  | 'PRIVATE'
  | 'PUBLIC';

export type WorkerState =
  | 'AWAY'
  | 'BUSY'
  | 'KEY_REFUSED'
  | 'LOADING'
  | 'MODEL_MISSING'
  | 'READY'
  | 'UNREACHABLE';

export type AdministratorQueryVariables = Exact<{ [key: string]: never; }>;


export type AdministratorQuery = { readonly me: { readonly id: string, readonly username: string } | null };

export type ListedAccountFragment = { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null };

export type AccountsQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AccountsQuery = { readonly users: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type SetUserRoleMutationVariables = Exact<{
  id: string;
  role: Role;
}>;


export type SetUserRoleMutation = { readonly setUserRole: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null } } };

export type BanUserMutationVariables = Exact<{
  id: string;
  reason?: string | null | undefined;
  until?: string | null | undefined;
}>;


export type BanUserMutation = { readonly banUser: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null } } };

export type UnbanUserMutationVariables = Exact<{
  id: string;
}>;


export type UnbanUserMutation = { readonly unbanUser: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null } } };

export type ServiceFragment = { readonly kind: RoomKind, readonly waiting: number | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> };

export type FiguresQueryVariables = Exact<{ [key: string]: never; }>;


export type FiguresQuery = { readonly userStats: { readonly totalUsers: number, readonly activeUsers: number, readonly memberships: ReadonlyArray<{ readonly membership: Membership, readonly count: number }> } | null, readonly activeGenerations: { readonly totalCount: number } | null, readonly aiServices: ReadonlyArray<{ readonly kind: RoomKind, readonly waiting: number | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> }> | null };

export type ActivityQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivityQuery = { readonly activeGenerations: { readonly totalCount: number, readonly generations: ReadonlyArray<{ readonly id: string, readonly roomId: string, readonly kind: RoomKind | null, readonly model: string, readonly status: GenerationStatus, readonly position: number | null, readonly queueReason: QueueReason | null, readonly createdAt: string, readonly account: { readonly username: string } | null }> } | null, readonly aiServices: ReadonlyArray<{ readonly kind: RoomKind, readonly waiting: number | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> }> | null };

export type CancelReplyMutationVariables = Exact<{
  id: string;
}>;


export type CancelReplyMutation = { readonly cancelGeneration: { readonly generation: { readonly id: string, readonly status: GenerationStatus } } };

export type ListedCharacterFragment = { readonly id: string, readonly nodeId: string, readonly name: string, readonly imageUrl: string | null, readonly visibility: Visibility, readonly hiddenByAdmin: boolean, readonly updatedAt: string, readonly owner: { readonly username: string } | null };

export type AllCharactersQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AllCharactersQuery = { readonly allCharacters: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly nodeId: string, readonly name: string, readonly imageUrl: string | null, readonly visibility: Visibility, readonly hiddenByAdmin: boolean, readonly updatedAt: string, readonly owner: { readonly username: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CharacterTextsQueryVariables = Exact<{
  nodeIds: ReadonlyArray<string> | string;
}>;


export type CharacterTextsQuery = { readonly nodes: ReadonlyArray<
    | { readonly source: { readonly description: string | null, readonly greeting: string | null } | null }
    | Record<PropertyKey, never>
   | null> | null };

export type SetVisibilityMutationVariables = Exact<{
  id: string;
  visibility: Visibility;
}>;


export type SetVisibilityMutation = { readonly setVisibility: { readonly character: { readonly id: string, readonly nodeId: string, readonly name: string, readonly imageUrl: string | null, readonly visibility: Visibility, readonly hiddenByAdmin: boolean, readonly updatedAt: string, readonly owner: { readonly username: string } | null } } };

export type ExamineQueryVariables = Exact<{
  part: StorePart;
  after?: string | null | undefined;
}>;


export type ExamineQuery = { readonly examine: { readonly examined: number, readonly next: string | null, readonly findings: ReadonlyArray<{ readonly part: StorePart, readonly kind: FindingKind, readonly subject: string, readonly detail: string, readonly isHarmless: boolean }> } | null };

export type RepairMutationVariables = Exact<{
  part: StorePart;
  kind: FindingKind;
  subject: string;
}>;


export type RepairMutation = { readonly repair: { readonly repaired: boolean } };

export const administrator: Operation<AdministratorQuery, AdministratorQueryVariables> = { hash: 'XcpBHYtS', isQuery: true, text: 'query Administrator{me{id username}}' }

export const accounts: Operation<AccountsQuery, AccountsQueryVariables> = { hash: 'TmxT29JE', isQuery: true, text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}}query Accounts($search:String$after:String){users(first:30 search:$search after:$after){nodes{...ListedAccount}pageInfo{hasNextPage endCursor}}}' }

export const setUserRole: Operation<SetUserRoleMutation, SetUserRoleMutationVariables> = { hash: 'GjBDPBJa', text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}}mutation SetUserRole($id:ID!$role:Role!){setUserRole(id:$id role:$role){account{...ListedAccount}}}' }

export const banUser: Operation<BanUserMutation, BanUserMutationVariables> = { hash: 'HxwGJ2-w', text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}}mutation BanUser($id:ID!$reason:String$until:DateTime){banUser(id:$id reason:$reason until:$until){account{...ListedAccount}}}' }

export const unbanUser: Operation<UnbanUserMutation, UnbanUserMutationVariables> = { hash: 'RFqoIEdE', text: 'fragment ListedAccount on Account{id username handle email emailVerified membership profileImageUrl createdAt role isListedAdmin ban{until reason}}mutation UnbanUser($id:ID!){unbanUser(id:$id){account{...ListedAccount}}}' }

export const figures: Operation<FiguresQuery, FiguresQueryVariables> = { hash: 'FQBRTtEj', isQuery: true, text: 'fragment Service on AiService{kind waiting workers{name state model running concurrency}}query Figures{userStats{totalUsers activeUsers memberships{membership count}}activeGenerations(first:1){totalCount}aiServices{...Service}}' }

export const activity: Operation<ActivityQuery, ActivityQueryVariables> = { hash: 'MXly4y2Z', isQuery: true, text: 'fragment Service on AiService{kind waiting workers{name state model running concurrency}}query Activity{activeGenerations(first:100){totalCount generations{id roomId kind model status position queueReason createdAt account{username}}}aiServices{...Service}}' }

export const cancelReply: Operation<CancelReplyMutation, CancelReplyMutationVariables> = { hash: 'qH3KvBS8', text: 'mutation CancelReply($id:ID!){cancelGeneration(id:$id){generation{id status}}}' }

export const allCharacters: Operation<AllCharactersQuery, AllCharactersQueryVariables> = { hash: 'UZC5l3CF', isQuery: true, text: 'fragment ListedCharacter on Character{id nodeId name imageUrl visibility hiddenByAdmin updatedAt owner{username}}query AllCharacters($after:String){allCharacters(first:24 after:$after){nodes{...ListedCharacter}pageInfo{hasNextPage endCursor}}}' }

export const characterTexts: Operation<CharacterTextsQuery, CharacterTextsQueryVariables> = { hash: '_xxSOixN', isQuery: true, text: 'query CharacterTexts($nodeIds:[ID!]!){nodes(nodeIds:$nodeIds){...on Character{source{description greeting}}}}' }

export const setVisibility: Operation<SetVisibilityMutation, SetVisibilityMutationVariables> = { hash: 'TJMgfDhu', text: 'fragment ListedCharacter on Character{id nodeId name imageUrl visibility hiddenByAdmin updatedAt owner{username}}mutation SetVisibility($id:ID!$visibility:Visibility!){setVisibility(characterId:$id visibility:$visibility){character{...ListedCharacter}}}' }

export const examine: Operation<ExamineQuery, ExamineQueryVariables> = { hash: 'uMaM5R9R', isQuery: true, text: 'query Examine($part:StorePart!$after:String){examine(input:{part:$part after:$after}){examined findings{part kind subject detail isHarmless}next}}' }

export const repair: Operation<RepairMutation, RepairMutationVariables> = { hash: 'XLmMc3WJ', text: 'mutation Repair($part:StorePart!$kind:FindingKind!$subject:String!){repair(input:{part:$part kind:$kind subject:$subject}){repaired}}' }
