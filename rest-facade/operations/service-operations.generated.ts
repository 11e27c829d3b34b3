/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AccountState =
  | 'ADMINISTRATORS'
  | 'ALL'
  | 'BANNED'
  | 'WAITING';

export type ApiKeyScope =
  | 'API'
  | 'MCP'
  | 'V1';

export type AuditAction =
  | 'ACCOUNT_APPROVED'
  | 'ACCOUNT_BANNED'
  | 'ACCOUNT_CREATED'
  | 'ACCOUNT_DELETED'
  | 'API_KEY_CHANGED'
  | 'API_KEY_CREATED'
  | 'API_KEY_REVOKED'
  | 'BAN_LIFTED'
  | 'CHARACTER_CHANGED'
  | 'CHARACTER_DELETED'
  | 'CHARACTER_HIDDEN'
  | 'CHARACTER_RESTORED'
  | 'DATABASE_COMPACTED'
  | 'FINDING_REPAIRED'
  | 'INVITATION_CREATED'
  | 'INVITATION_REVOKED'
  | 'MEMBERSHIP_CHANGED'
  | 'MODEL_CHANGED'
  | 'PASSWORD_LINK_CREATED'
  | 'QUEUE_PAUSED'
  | 'QUEUE_RESUMED'
  | 'REPLY_CANCELLED'
  | 'ROLE_CHANGED'
  | 'ROOM_CHANGED'
  | 'ROOM_DELETED'
  | 'SECOND_FACTORS_REMOVED'
  | 'SESSIONS_ENDED'
  | 'SETTING_CHANGED'
  | 'SET_UP_LINK_CREATED';

export type AuditActorKind =
  | 'ADMINISTRATOR'
  | 'INVITATION'
  | 'OPERATOR'
  | 'PROVIDER'
  | 'RECOVERY';

export type AuditTargetKind =
  | 'ACCOUNT'
  | 'CHARACTER'
  | 'DATABASE'
  | 'FINDING'
  | 'GENERATION'
  | 'INVITATION'
  | 'MODEL'
  | 'QUEUE'
  | 'ROOM'
  | 'SETTING';

export type CompletionInput = {
  readonly frequencyPenalty?: number | null | undefined;
  readonly hasFallback: boolean;
  readonly maxTokens?: number | null | undefined;
  readonly messages: ReadonlyArray<CompletionMessageInput>;
  readonly minP?: number | null | undefined;
  readonly model: string;
  readonly options: CompletionOptionsInput;
  readonly presencePenalty?: number | null | undefined;
  readonly repeatPenalty?: number | null | undefined;
  readonly stops: ReadonlyArray<string>;
  readonly temperature?: number | null | undefined;
  readonly topK?: number | null | undefined;
  readonly topP?: number | null | undefined;
};

export type CompletionMessageInput = {
  readonly fields?: string | null | undefined;
  readonly images?: number | null | undefined;
  readonly name?: string | null | undefined;
  readonly parts?: string | null | undefined;
  readonly role: MessageRole;
  readonly text: string;
  readonly toolCallId?: string | null | undefined;
  readonly toolCalls?: ReadonlyArray<ToolCallInput> | null | undefined;
};

export type CompletionOptionsInput = {
  readonly hasParallelCalls?: boolean | null | undefined;
  readonly responseFormat?: ResponseFormatInput | null | undefined;
  readonly seed?: number | null | undefined;
  readonly toolChoice?: ToolChoiceInput | null | undefined;
  readonly tools?: ReadonlyArray<ToolInput> | null | undefined;
};

export type CreateAdminInput = {
  readonly email: string;
  readonly password: string;
  readonly username: string;
};

export type CreateApiKeyForInput = {
  readonly accountId: string;
  readonly expiresAt?: string | null | undefined;
  readonly messagesPerDay?: number | null | undefined;
  readonly models?: ReadonlyArray<string> | null | undefined;
  readonly name: string;
  readonly scopes?: ReadonlyArray<ApiKeyScope> | null | undefined;
  readonly tokensPerMonth?: number | null | undefined;
};

export type CreateInvitationInput = {
  readonly email?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly maxUses?: number | null | undefined;
  readonly membership?: Membership | null | undefined;
  readonly role?: Role | null | undefined;
};

export type CreateLogRoomInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly kind: LogRoomKind;
  readonly userId: string;
};

export type CreatePasswordLinkInput = {
  readonly accountId: string;
};

export type DeleteLogRoomEntryInput = {
  readonly index: number;
  readonly kind: LogRoomKind;
  readonly roomId: string;
  readonly userId: string;
};

export type ExamineInput = {
  readonly after?: string | null | undefined;
  readonly minAgeMs?: number | null | undefined;
  readonly part: StorePart;
};

export type FindingKind =
  | 'CARD_WITHOUT_ASSETS'
  | 'ENTRIES_WITHOUT_LOG'
  | 'ENTRY_NOT_INDEXED'
  | 'FILE_WITHOUT_IMAGE'
  | 'IMAGE_WITHOUT_FILE'
  | 'LOG_WITHOUT_RECORD'
  | 'PICTURE_WITHOUT_IMAGE'
  | 'RECORD_WITHOUT_LOG'
  | 'REPLY_WITHOUT_ROOM'
  | 'STUCK_PURGE'
  | 'UNKNOWN_PURGE'
  | 'UPLOAD_NOT_READ'
  | 'UPLOAD_WITHOUT_FILE'
  | 'UPLOAD_WITHOUT_TEXT';

export type GenerationStatus =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'FAILED'
  | 'QUEUED'
  | 'RUNNING';

export type LogRoomInput = {
  readonly kind: LogRoomKind;
  readonly roomId: string;
  readonly userId: string;
};

export type LogRoomKind =
  | 'CHATBOT'
  | 'OFFICE';

export type Membership =
  | 'BASIC'
  | 'VIP';

export type MessageRole =
  | 'ASSISTANT'
  | 'SYSTEM'
  | 'TOOL'
  | 'USER';

export type QueueReason =
  | 'BUSY'
  | 'FAIR_SHARE'
  | 'PAUSED'
  | 'PRIORITY'
  | 'WORKER_AWAY';

export type RepairInput = {
  readonly kind: FindingKind;
  readonly minAgeMs?: number | null | undefined;
  readonly part: StorePart;
  readonly subject: string;
};

export type ResponseFormatInput = {
  readonly description?: string | null | undefined;
  readonly isStrict?: boolean | null | undefined;
  readonly kind: ResponseFormatKind;
  readonly name?: string | null | undefined;
  readonly schema?: string | null | undefined;
};

export type ResponseFormatKind =
  | 'JSON_OBJECT'
  | 'JSON_SCHEMA';

export type Role =
  | 'ADMIN'
  | 'USER';

export type RoleManager =
  | 'ADMINISTRATORS'
  | 'ADMIN_EMAILS'
  | 'PROVIDER';

export type RoomKind =
  | 'CHARACTER'
  | 'OFFICE';

export type SaveLogRoomEntryInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly imgUrl?: string | null | undefined;
  readonly inputData: string;
  readonly kind: LogRoomKind;
  readonly outputData: string;
  readonly roomId: string;
  readonly userId: string;
};

export type SetInstallationSettingInput = {
  readonly name: SettingName;
  readonly value?: string | null | undefined;
};

export type SetRoleInput = {
  readonly email: string;
  readonly role: Role;
};

export type SettingName =
  | 'ACCENT_COLOR'
  | 'ADMIN_SECOND_FACTOR'
  | 'GUEST_ROOMS'
  | 'HELP_URL'
  | 'INSTALLATION_LOGO'
  | 'INSTALLATION_NAME'
  | 'INSTALLATION_NOTICE'
  | 'PASSWORD_SIGN_IN'
  | 'PRIVACY_URL'
  | 'REGISTRATION'
  | 'REGISTRATION_BY_PROVIDER'
  | 'REGISTRATION_DOMAINS'
  | 'SHARE_LINKS'
  | 'SIGN_IN_REQUIRED'
  | 'TERMS_URL';

export type SettingSource =
  | 'DATABASE'
  | 'DEFAULT'
  | 'ENVIRONMENT';

export type StorePart =
  | 'ACCOUNTS'
  | 'CARDS'
  | 'CHARACTERS'
  | 'FILES'
  | 'IMAGES'
  | 'LOGS'
  | 'PERSONAS'
  | 'PURGES'
  | 'RECORDS'
  | 'REMNANTS'
  | 'REPLIES'
  | 'SEARCH'
  | 'UPLOADS';

export type ToolCallInput = {
  readonly arguments: string;
  readonly fields?: string | null | undefined;
  readonly id: string;
  readonly name: string;
};

export type ToolChoiceInput = {
  readonly kind: ToolChoiceKind;
  readonly name?: string | null | undefined;
};

export type ToolChoiceKind =
  | 'AUTO'
  | 'NAMED'
  | 'NONE'
  | 'REQUIRED';

export type ToolInput = {
  readonly description?: string | null | undefined;
  readonly isStrict?: boolean | null | undefined;
  readonly name: string;
  readonly parameters: string;
};

export type UpdateApiKeyInput = {
  readonly expiresAt?: string | null | undefined;
  readonly messagesPerDay?: number | null | undefined;
  readonly models?: ReadonlyArray<string> | null | undefined;
  readonly name?: string | null | undefined;
  readonly scopes?: ReadonlyArray<ApiKeyScope> | null | undefined;
  readonly tokensPerMonth?: number | null | undefined;
};

export type UpdateLogRoomEntryInput = {
  readonly imgUrl?: string | null | undefined;
  readonly index: number;
  readonly inputData: string;
  readonly kind: LogRoomKind;
  readonly outputData: string;
  readonly roomId: string;
  readonly userId: string;
};

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

export type CreateLogRoomMutationVariables = Exact<{
  input: CreateLogRoomInput;
}>;


export type CreateLogRoomMutation = { readonly createLogRoom: { readonly roomId: string } };

export type SaveLogRoomEntryMutationVariables = Exact<{
  input: SaveLogRoomEntryInput;
}>;


export type SaveLogRoomEntryMutation = { readonly saveLogRoomEntry: { readonly roomId: string } };

export type UpdateLogRoomEntryMutationVariables = Exact<{
  input: UpdateLogRoomEntryInput;
}>;


export type UpdateLogRoomEntryMutation = { readonly updateLogRoomEntry: { readonly roomId: string } };

export type LogRoomEntriesQueryVariables = Exact<{
  input: LogRoomInput;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type LogRoomEntriesQuery = { readonly logRoomEntries: { readonly nodes: ReadonlyArray<{ readonly index: number, readonly inputData: string, readonly outputData: string, readonly imgUrl: string | null, readonly createdAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null, readonly hasPreviousPage: boolean, readonly startCursor: string | null } } };

export type DeleteLogRoomEntryMutationVariables = Exact<{
  input: DeleteLogRoomEntryInput;
}>;


export type DeleteLogRoomEntryMutation = { readonly deleteLogRoomEntry: { readonly roomId: string } };

export type DeleteLogRoomMutationVariables = Exact<{
  input: LogRoomInput;
}>;


export type DeleteLogRoomMutation = { readonly deleteLogRoom: { readonly deletedRoomId: string } };

export type UserStatsQueryVariables = Exact<{ [key: string]: never; }>;


export type UserStatsQuery = { readonly userStats: { readonly totalUsers: number, readonly activeUsers: number, readonly memberships: ReadonlyArray<{ readonly membership: Membership, readonly count: number }> } | null };

export type AllCharactersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type AllCharactersQuery = { readonly allCharacters: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly greeting: string | null, readonly context: string | null, readonly imageUrl: string | null, readonly visibility: Visibility, readonly ownerId: string | null, readonly createdAt: string, readonly updatedAt: string, readonly owner: { readonly username: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type AdminAnswerFragment = { readonly isAdmin: boolean, readonly isGranted: boolean, readonly isListed: boolean, readonly account: { readonly id: string, readonly username: string, readonly email: string, readonly emailVerified: boolean, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly awaitingApprovalSince: string | null, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } };

export type AdminsQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminsQuery = { readonly admins: ReadonlyArray<{ readonly isAdmin: boolean, readonly isGranted: boolean, readonly isListed: boolean, readonly account: { readonly id: string, readonly username: string, readonly email: string, readonly emailVerified: boolean, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly awaitingApprovalSince: string | null, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } }> | null };

export type CreateAdminMutationVariables = Exact<{
  input: CreateAdminInput;
}>;


export type CreateAdminMutation = { readonly createAdmin: { readonly admin: { readonly isAdmin: boolean, readonly isGranted: boolean, readonly isListed: boolean, readonly account: { readonly id: string, readonly username: string, readonly email: string, readonly emailVerified: boolean, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly awaitingApprovalSince: string | null, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } } } };

export type SetRoleMutationVariables = Exact<{
  input: SetRoleInput;
}>;


export type SetRoleMutation = { readonly setRole: { readonly changed: boolean, readonly adminCount: number, readonly admin: { readonly isAdmin: boolean, readonly isGranted: boolean, readonly isListed: boolean, readonly account: { readonly id: string, readonly username: string, readonly email: string, readonly emailVerified: boolean, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly awaitingApprovalSince: string | null, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } } } };

export type AdminFactorsQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminFactorsQuery = { readonly admins: ReadonlyArray<{ readonly isAdmin: boolean, readonly account: { readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } }> | null };

export type StoreTablesQueryVariables = Exact<{ [key: string]: never; }>;


export type StoreTablesQuery = { readonly tables: ReadonlyArray<string> };

export type StoredUsersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type StoredUsersQuery = { readonly users: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly email: string, readonly membership: Membership, readonly emailVerified: boolean, readonly profileImageUrl: string | null, readonly createdAt: string, readonly updatedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ExamineQueryVariables = Exact<{
  input: ExamineInput;
}>;


export type ExamineQuery = { readonly examine: { readonly examined: number, readonly next: string | null, readonly findings: ReadonlyArray<{ readonly part: StorePart, readonly kind: FindingKind, readonly subject: string, readonly detail: string }> } | null };

export type RepairMutationVariables = Exact<{
  input: RepairInput;
}>;


export type RepairMutation = { readonly repair: { readonly repaired: boolean } };

export type CompletionModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type CompletionModelsQuery = { readonly completionModels: ReadonlyArray<{ readonly name: string, readonly label: string, readonly vision: boolean, readonly tools: boolean, readonly thoughts: boolean, readonly createdAt: string | null, readonly contextTokens: number | null, readonly maxTokens: number }> };

export type CompletionModelQueryVariables = Exact<{
  name: string;
}>;


export type CompletionModelQuery = { readonly completionModel: { readonly name: string, readonly label: string, readonly vision: boolean, readonly tools: boolean, readonly thoughts: boolean, readonly createdAt: string | null, readonly contextTokens: number | null, readonly maxTokens: number } | null };

export type OfferedModelFragment = { readonly name: string, readonly label: string, readonly vision: boolean, readonly tools: boolean, readonly thoughts: boolean, readonly createdAt: string | null, readonly contextTokens: number | null, readonly maxTokens: number };

export type CompletionSubscriptionVariables = Exact<{
  input: CompletionInput;
}>;


export type CompletionSubscription = { readonly completion: { readonly completionId: string, readonly status: GenerationStatus, readonly attempt: number, readonly delta: string, readonly thoughtsDelta: string, readonly fields: string | null, readonly finish: string | null, readonly toolCall: { readonly index: number, readonly id: string | null, readonly name: string | null, readonly arguments: string, readonly fields: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly receipt: { readonly promptTokens: number, readonly replyTokens: number, readonly thoughtTokens: number | null } | null } };

export type KnownAccountFragment = { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null };

export type AccountOfQueryVariables = Exact<{
  email: string;
}>;


export type AccountOfQuery = { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } | null };

export type FindAccountsQueryVariables = Exact<{
  search?: string | null | undefined;
  state?: AccountState | null | undefined;
  after?: string | null | undefined;
}>;


export type FindAccountsQuery = { readonly users: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type BannedAccountsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BannedAccountsQuery = { readonly bannedAccounts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type DeleteAccountOfMutationVariables = Exact<{
  id: string;
}>;


export type DeleteAccountOfMutation = { readonly deleteAccountOf: string };

export type SetUserMembershipMutationVariables = Exact<{
  id: string;
  membership: Membership;
}>;


export type SetUserMembershipMutation = { readonly setUserMembership: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } } };

export type BanUserMutationVariables = Exact<{
  id: string;
  reason?: string | null | undefined;
  until?: string | null | undefined;
}>;


export type BanUserMutation = { readonly banUser: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } } };

export type UnbanUserMutationVariables = Exact<{
  id: string;
}>;


export type UnbanUserMutation = { readonly unbanUser: { readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } } };

export type SessionsOfQueryVariables = Exact<{
  id: string;
}>;


export type SessionsOfQuery = { readonly sessionsOf: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly lastUsedAt: string, readonly expiresAt: string, readonly userAgent: string | null }> | null };

export type RemoveSecondFactorsMutationVariables = Exact<{
  id: string;
}>;


export type RemoveSecondFactorsMutation = { readonly removeSecondFactors: { readonly removed: number } };

export type EndSessionsMutationVariables = Exact<{
  id: string;
  sessionId?: string | null | undefined;
}>;


export type EndSessionsMutation = { readonly endSessions: boolean };

export type KnownKeyFragment = { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly models: ReadonlyArray<string> | null, readonly messagesPerDay: number | null, readonly tokensPerMonth: number | null, readonly usage: { readonly messages: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null }, readonly tokens: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null } } };

export type ApiKeysOfQueryVariables = Exact<{
  id: string;
}>;


export type ApiKeysOfQuery = { readonly apiKeysOf: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly models: ReadonlyArray<string> | null, readonly messagesPerDay: number | null, readonly tokensPerMonth: number | null, readonly usage: { readonly messages: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null }, readonly tokens: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null } } }> | null };

export type CreateApiKeyForMutationVariables = Exact<{
  input: CreateApiKeyForInput;
}>;


export type CreateApiKeyForMutation = { readonly createApiKeyFor: { readonly text: string, readonly apiKey: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly models: ReadonlyArray<string> | null, readonly messagesPerDay: number | null, readonly tokensPerMonth: number | null, readonly usage: { readonly messages: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null }, readonly tokens: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null } } } } };

export type UpdateApiKeyOfMutationVariables = Exact<{
  id: string;
  keyId: string;
  input: UpdateApiKeyInput;
}>;


export type UpdateApiKeyOfMutation = { readonly updateApiKeyOf: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly models: ReadonlyArray<string> | null, readonly messagesPerDay: number | null, readonly tokensPerMonth: number | null, readonly usage: { readonly messages: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null }, readonly tokens: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null } } } };

export type RevokeApiKeyOfMutationVariables = Exact<{
  id: string;
  keyId: string;
}>;


export type RevokeApiKeyOfMutation = { readonly revokeApiKeyOf: boolean };

export type ServiceQueueFragment = { readonly kind: RoomKind, readonly paused: boolean | null, readonly waiting: number | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> };

export type QueuesQueryVariables = Exact<{ [key: string]: never; }>;


export type QueuesQuery = { readonly aiServices: ReadonlyArray<{ readonly kind: RoomKind, readonly paused: boolean | null, readonly waiting: number | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> }> | null, readonly activeGenerations: { readonly totalCount: number, readonly generations: ReadonlyArray<{ readonly id: string, readonly kind: RoomKind | null, readonly status: GenerationStatus, readonly position: number | null, readonly queueReason: QueueReason | null, readonly createdAt: string, readonly account: { readonly id: string, readonly username: string, readonly email: string } | null }> } | null };

export type SetQueuePausedMutationVariables = Exact<{
  paused: boolean;
  kind?: RoomKind | null | undefined;
}>;


export type SetQueuePausedMutation = { readonly setQueuePaused: ReadonlyArray<{ readonly kind: RoomKind, readonly paused: boolean | null, readonly waiting: number | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> }> };

export type CancelActiveGenerationMutationVariables = Exact<{
  id: string;
}>;


export type CancelActiveGenerationMutation = { readonly cancelActiveGeneration: string };

export type AuditLogQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { readonly auditLog: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly occurredAt: string, readonly action: AuditAction, readonly actorKind: AuditActorKind, readonly actorId: string | null, readonly actorName: string | null, readonly ipAddress: string | null, readonly targetKind: AuditTargetKind, readonly targetId: string, readonly targetLabel: string | null, readonly details: ReadonlyArray<{ readonly name: string, readonly value: string | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CreatePasswordLinkMutationVariables = Exact<{
  input: CreatePasswordLinkInput;
}>;


export type CreatePasswordLinkMutation = { readonly createPasswordLink: { readonly url: string, readonly expiresAt: string, readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } } };

export type KnownSettingFragment = { readonly name: SettingName, readonly value: string, readonly source: SettingSource, readonly changedAt: string | null, readonly fault: string | null };

export type InstallationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationSettingsQuery = { readonly installationSettings: ReadonlyArray<{ readonly name: SettingName, readonly value: string, readonly source: SettingSource, readonly changedAt: string | null, readonly fault: string | null }> | null, readonly modelSettings: ReadonlyArray<{ readonly model: string, readonly offered: boolean, readonly label: string, readonly labelSource: SettingSource, readonly changedAt: string | null, readonly access: ReadonlyArray<{ readonly membership: Membership, readonly included: boolean, readonly source: SettingSource }> }> | null };

export type KnownModelFragment = { readonly model: string, readonly offered: boolean, readonly label: string, readonly labelSource: SettingSource, readonly changedAt: string | null, readonly access: ReadonlyArray<{ readonly membership: Membership, readonly included: boolean, readonly source: SettingSource }> };

export type SetInstallationSettingMutationVariables = Exact<{
  input: SetInstallationSettingInput;
}>;


export type SetInstallationSettingMutation = { readonly setInstallationSetting: { readonly setting: { readonly name: SettingName, readonly value: string, readonly source: SettingSource, readonly changedAt: string | null, readonly fault: string | null } } };

export type ApproveAccountMutationVariables = Exact<{
  id: string;
}>;


export type ApproveAccountMutation = { readonly approveAccount: { readonly changed: boolean, readonly account: { readonly id: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly role: Role, readonly awaitingApprovalSince: string | null, readonly createdAt: string, readonly updatedAt: string, readonly ban: { readonly bannedAt: string, readonly until: string | null, readonly reason: string | null } | null } } };

export type KnownInvitationFragment = { readonly id: string, readonly email: string | null, readonly role: Role, readonly membership: Membership, readonly maxUses: number, readonly uses: number, readonly createdAt: string, readonly expiresAt: string, readonly auditEntry: { readonly actorKind: AuditActorKind, readonly actorName: string | null } | null };

export type CreateInvitationMutationVariables = Exact<{
  input: CreateInvitationInput;
}>;


export type CreateInvitationMutation = { readonly createInvitation: { readonly url: string, readonly invitation: { readonly id: string, readonly email: string | null, readonly role: Role, readonly membership: Membership, readonly maxUses: number, readonly uses: number, readonly createdAt: string, readonly expiresAt: string, readonly auditEntry: { readonly actorKind: AuditActorKind, readonly actorName: string | null } | null } } };

export type InvitationsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type InvitationsQuery = { readonly invitations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string | null, readonly role: Role, readonly membership: Membership, readonly maxUses: number, readonly uses: number, readonly createdAt: string, readonly expiresAt: string, readonly auditEntry: { readonly actorKind: AuditActorKind, readonly actorName: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RevokeInvitationMutationVariables = Exact<{
  id: string;
}>;


export type RevokeInvitationMutation = { readonly revokeInvitation: { readonly revokedInvitationId: string } };

export type CreateSetUpLinkMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateSetUpLinkMutation = { readonly createSetUpLink: string };

export const AdminAnswerFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AdminAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Admin"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"isListedAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roleManagedBy"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"isGranted"}},{"kind":"Field","name":{"kind":"Name","value":"isListed"}}]}}]} as unknown as DocumentNode<AdminAnswerFragment, unknown>;
export const OfferedModelFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OfferedModel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CompletionModel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"vision"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"thoughts"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"contextTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}}]} as unknown as DocumentNode<OfferedModelFragment, unknown>;
export const KnownAccountFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<KnownAccountFragment, unknown>;
export const KnownKeyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownKey"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"tokensPerMonth"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}}]}}]}}]} as unknown as DocumentNode<KnownKeyFragment, unknown>;
export const ServiceQueueFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ServiceQueue"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AiService"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"workers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}}]}}]}}]} as unknown as DocumentNode<ServiceQueueFragment, unknown>;
export const KnownSettingFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownSetting"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InstallationSetting"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}},{"kind":"Field","name":{"kind":"Name","value":"fault"}}]}}]} as unknown as DocumentNode<KnownSettingFragment, unknown>;
export const KnownModelFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownModel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"offered"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"labelSource"}},{"kind":"Field","name":{"kind":"Name","value":"access"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"included"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<KnownModelFragment, unknown>;
export const KnownInvitationFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownInvitation"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"maxUses"}},{"kind":"Field","name":{"kind":"Name","value":"uses"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"auditEntry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actorKind"}},{"kind":"Field","name":{"kind":"Name","value":"actorName"}}]}}]}}]} as unknown as DocumentNode<KnownInvitationFragment, unknown>;
export const CreateLogRoomDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateLogRoom"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateLogRoomInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createLogRoom"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roomId"}}]}}]}}]} as unknown as DocumentNode<CreateLogRoomMutation, CreateLogRoomMutationVariables>;
export const SaveLogRoomEntryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveLogRoomEntry"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SaveLogRoomEntryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveLogRoomEntry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roomId"}}]}}]}}]} as unknown as DocumentNode<SaveLogRoomEntryMutation, SaveLogRoomEntryMutationVariables>;
export const UpdateLogRoomEntryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateLogRoomEntry"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateLogRoomEntryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateLogRoomEntry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roomId"}}]}}]}}]} as unknown as DocumentNode<UpdateLogRoomEntryMutation, UpdateLogRoomEntryMutationVariables>;
export const LogRoomEntriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LogRoomEntries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LogRoomInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"logRoomEntries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"inputData"}},{"kind":"Field","name":{"kind":"Name","value":"outputData"}},{"kind":"Field","name":{"kind":"Name","value":"imgUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]}}]} as unknown as DocumentNode<LogRoomEntriesQuery, LogRoomEntriesQueryVariables>;
export const DeleteLogRoomEntryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteLogRoomEntry"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteLogRoomEntryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteLogRoomEntry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roomId"}}]}}]}}]} as unknown as DocumentNode<DeleteLogRoomEntryMutation, DeleteLogRoomEntryMutationVariables>;
export const DeleteLogRoomDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteLogRoom"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LogRoomInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteLogRoom"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedRoomId"}}]}}]}}]} as unknown as DocumentNode<DeleteLogRoomMutation, DeleteLogRoomMutationVariables>;
export const UserStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UserStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalUsers"}},{"kind":"Field","name":{"kind":"Name","value":"activeUsers"}},{"kind":"Field","name":{"kind":"Name","value":"memberships"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<UserStatsQuery, UserStatsQueryVariables>;
export const AllCharactersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AllCharacters"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allCharacters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"context"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}},{"kind":"Field","name":{"kind":"Name","value":"visibility"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<AllCharactersQuery, AllCharactersQueryVariables>;
export const AdminsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Admins"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"admins"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AdminAnswer"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AdminAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Admin"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"isListedAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roleManagedBy"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"isGranted"}},{"kind":"Field","name":{"kind":"Name","value":"isListed"}}]}}]} as unknown as DocumentNode<AdminsQuery, AdminsQueryVariables>;
export const CreateAdminDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAdmin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateAdminInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAdmin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"admin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AdminAnswer"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AdminAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Admin"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"isListedAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roleManagedBy"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"isGranted"}},{"kind":"Field","name":{"kind":"Name","value":"isListed"}}]}}]} as unknown as DocumentNode<CreateAdminMutation, CreateAdminMutationVariables>;
export const SetRoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetRole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetRoleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"adminCount"}},{"kind":"Field","name":{"kind":"Name","value":"admin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AdminAnswer"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AdminAnswer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Admin"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"isListedAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"roleManagedBy"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"isGranted"}},{"kind":"Field","name":{"kind":"Name","value":"isListed"}}]}}]} as unknown as DocumentNode<SetRoleMutation, SetRoleMutationVariables>;
export const AdminFactorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdminFactors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"admins"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"until"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secondFactors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}}]}}]}}]} as unknown as DocumentNode<AdminFactorsQuery, AdminFactorsQueryVariables>;
export const StoreTablesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StoreTables"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tables"}}]}}]} as unknown as DocumentNode<StoreTablesQuery, StoreTablesQueryVariables>;
export const StoredUsersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StoredUsers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"users"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"profileImageUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<StoredUsersQuery, StoredUsersQueryVariables>;
export const ExamineDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Examine"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExamineInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"examine"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"examined"}},{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"part"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}},{"kind":"Field","name":{"kind":"Name","value":"next"}}]}}]}}]} as unknown as DocumentNode<ExamineQuery, ExamineQueryVariables>;
export const RepairDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Repair"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RepairInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"repair"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"repaired"}}]}}]}}]} as unknown as DocumentNode<RepairMutation, RepairMutationVariables>;
export const CompletionModelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CompletionModels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completionModels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OfferedModel"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OfferedModel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CompletionModel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"vision"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"thoughts"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"contextTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}}]} as unknown as DocumentNode<CompletionModelsQuery, CompletionModelsQueryVariables>;
export const CompletionModelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CompletionModel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completionModel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OfferedModel"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OfferedModel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CompletionModel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"vision"}},{"kind":"Field","name":{"kind":"Name","value":"tools"}},{"kind":"Field","name":{"kind":"Name","value":"thoughts"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"contextTokens"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}}]} as unknown as DocumentNode<CompletionModelQuery, CompletionModelQueryVariables>;
export const CompletionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Completion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CompletionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"completionId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"delta"}},{"kind":"Field","name":{"kind":"Name","value":"thoughtsDelta"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"finish"}},{"kind":"Field","name":{"kind":"Name","value":"receipt"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"promptTokens"}},{"kind":"Field","name":{"kind":"Name","value":"replyTokens"}},{"kind":"Field","name":{"kind":"Name","value":"thoughtTokens"}}]}}]}}]}}]} as unknown as DocumentNode<CompletionSubscription, CompletionSubscriptionVariables>;
export const AccountOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"email"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"email"},"value":{"kind":"Variable","name":{"kind":"Name","value":"email"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownAccount"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<AccountOfQuery, AccountOfQueryVariables>;
export const FindAccountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindAccounts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AccountState"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"users"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownAccount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<FindAccountsQuery, FindAccountsQueryVariables>;
export const BannedAccountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BannedAccounts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAccounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownAccount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<BannedAccountsQuery, BannedAccountsQueryVariables>;
export const DeleteAccountOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteAccountOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteAccountOf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteAccountOfMutation, DeleteAccountOfMutationVariables>;
export const SetUserMembershipDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetUserMembership"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"membership"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Membership"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setUserMembership"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"membership"},"value":{"kind":"Variable","name":{"kind":"Name","value":"membership"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownAccount"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<SetUserMembershipMutation, SetUserMembershipMutationVariables>;
export const BanUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BanUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"banUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownAccount"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<BanUserMutation, BanUserMutationVariables>;
export const UnbanUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnbanUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unbanUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownAccount"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<UnbanUserMutation, UnbanUserMutationVariables>;
export const SessionsOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SessionsOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionsOf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"userAgent"}}]}}]}}]} as unknown as DocumentNode<SessionsOfQuery, SessionsOfQueryVariables>;
export const RemoveSecondFactorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveSecondFactors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeSecondFactors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removed"}}]}}]}}]} as unknown as DocumentNode<RemoveSecondFactorsMutation, RemoveSecondFactorsMutationVariables>;
export const EndSessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndSessions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sessionId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endSessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"sessionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sessionId"}}}]}]}}]} as unknown as DocumentNode<EndSessionsMutation, EndSessionsMutationVariables>;
export const ApiKeysOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiKeysOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKeysOf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownKey"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"tokensPerMonth"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}}]}}]}}]} as unknown as DocumentNode<ApiKeysOfQuery, ApiKeysOfQueryVariables>;
export const CreateApiKeyForDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApiKeyFor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApiKeyForInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKeyFor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownKey"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownKey"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"tokensPerMonth"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}}]}}]}}]} as unknown as DocumentNode<CreateApiKeyForMutation, CreateApiKeyForMutationVariables>;
export const UpdateApiKeyOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateApiKeyOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateApiKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApiKeyOf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownKey"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerDay"}},{"kind":"Field","name":{"kind":"Name","value":"tokensPerMonth"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateApiKeyOfMutation, UpdateApiKeyOfMutationVariables>;
export const RevokeApiKeyOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeApiKeyOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeApiKeyOf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"accountId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyId"}}}]}]}}]} as unknown as DocumentNode<RevokeApiKeyOfMutation, RevokeApiKeyOfMutationVariables>;
export const QueuesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Queues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"aiServices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ServiceQueue"}}]}},{"kind":"Field","name":{"kind":"Name","value":"activeGenerations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"generations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"queueReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ServiceQueue"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AiService"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"workers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}}]}}]}}]} as unknown as DocumentNode<QueuesQuery, QueuesQueryVariables>;
export const SetQueuePausedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetQueuePaused"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"paused"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RoomKind"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setQueuePaused"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"paused"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paused"}}},{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ServiceQueue"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ServiceQueue"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AiService"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"paused"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"workers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"running"}},{"kind":"Field","name":{"kind":"Name","value":"concurrency"}}]}}]}}]} as unknown as DocumentNode<SetQueuePausedMutation, SetQueuePausedMutationVariables>;
export const CancelActiveGenerationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelActiveGeneration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelActiveGeneration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<CancelActiveGenerationMutation, CancelActiveGenerationMutationVariables>;
export const AuditLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AuditLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"actorKind"}},{"kind":"Field","name":{"kind":"Name","value":"actorId"}},{"kind":"Field","name":{"kind":"Name","value":"actorName"}},{"kind":"Field","name":{"kind":"Name","value":"ipAddress"}},{"kind":"Field","name":{"kind":"Name","value":"targetKind"}},{"kind":"Field","name":{"kind":"Name","value":"targetId"}},{"kind":"Field","name":{"kind":"Name","value":"targetLabel"}},{"kind":"Field","name":{"kind":"Name","value":"details"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<AuditLogQuery, AuditLogQueryVariables>;
export const CreatePasswordLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePasswordLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreatePasswordLinkInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createPasswordLink"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownAccount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<CreatePasswordLinkMutation, CreatePasswordLinkMutationVariables>;
export const InstallationSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"InstallationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"installationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownSetting"}}]}},{"kind":"Field","name":{"kind":"Name","value":"modelSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownModel"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownSetting"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InstallationSetting"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}},{"kind":"Field","name":{"kind":"Name","value":"fault"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownModel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModelSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"offered"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"labelSource"}},{"kind":"Field","name":{"kind":"Name","value":"access"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"included"}},{"kind":"Field","name":{"kind":"Name","value":"source"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}}]}}]} as unknown as DocumentNode<InstallationSettingsQuery, InstallationSettingsQueryVariables>;
export const SetInstallationSettingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetInstallationSetting"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetInstallationSettingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setInstallationSetting"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownSetting"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownSetting"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InstallationSetting"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"changedAt"}},{"kind":"Field","name":{"kind":"Name","value":"fault"}}]}}]} as unknown as DocumentNode<SetInstallationSettingMutation, SetInstallationSettingMutationVariables>;
export const ApproveAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ApproveAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approveAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownAccount"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownAccount"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"handle"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"awaitingApprovalSince"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ban"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bannedAt"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<ApproveAccountMutation, ApproveAccountMutationVariables>;
export const CreateInvitationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateInvitation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateInvitationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createInvitation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownInvitation"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownInvitation"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"maxUses"}},{"kind":"Field","name":{"kind":"Name","value":"uses"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"auditEntry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actorKind"}},{"kind":"Field","name":{"kind":"Name","value":"actorName"}}]}}]}}]} as unknown as DocumentNode<CreateInvitationMutation, CreateInvitationMutationVariables>;
export const InvitationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Invitations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"invitations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnownInvitation"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnownInvitation"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Invitation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"membership"}},{"kind":"Field","name":{"kind":"Name","value":"maxUses"}},{"kind":"Field","name":{"kind":"Name","value":"uses"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"auditEntry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actorKind"}},{"kind":"Field","name":{"kind":"Name","value":"actorName"}}]}}]}}]} as unknown as DocumentNode<InvitationsQuery, InvitationsQueryVariables>;
export const RevokeInvitationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeInvitation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeInvitation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokedInvitationId"}}]}}]}}]} as unknown as DocumentNode<RevokeInvitationMutation, RevokeInvitationMutationVariables>;
export const CreateSetUpLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSetUpLink"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSetUpLink"}}]}}]} as unknown as DocumentNode<CreateSetUpLinkMutation, CreateSetUpLinkMutationVariables>;