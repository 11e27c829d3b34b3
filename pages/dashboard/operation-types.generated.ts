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

export type ListedAccountFragment = { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null };

export type AccountsQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AccountsQuery = { readonly users: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type SetUserRoleMutationVariables = Exact<{
  id: string;
  role: Role;
}>;


export type SetUserRoleMutation = { readonly setUserRole: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type BanUserMutationVariables = Exact<{
  id: string;
  reason?: string | null | undefined;
  until?: string | null | undefined;
}>;


export type BanUserMutation = { readonly banUser: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type UnbanUserMutationVariables = Exact<{
  id: string;
}>;


export type UnbanUserMutation = { readonly unbanUser: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type RemoveSecondFactorsMutationVariables = Exact<{
  id: string;
}>;


export type RemoveSecondFactorsMutation = { readonly removeSecondFactors: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type CreatePasswordLinkMutationVariables = Exact<{
  id: string;
}>;


export type CreatePasswordLinkMutation = { readonly createPasswordLink: { readonly url: string, readonly expiresAt: string } };

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
