/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AccountOrder =
  | 'NEWEST'
  | 'OLDEST';

export type AccountState =
  | 'ADMINISTRATORS'
  | 'ALL'
  | 'BANNED'
  | 'WAITING';

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

export type AuditTargetInput = {
  readonly id: string;
  readonly kind: AuditTargetKind;
};

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

export type CreateAccountInput = {
  readonly email: string;
  readonly membership?: Membership | null | undefined;
  readonly role?: Role | null | undefined;
  readonly username: string;
};

export type CreateInvitationInput = {
  readonly email?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly maxUses?: number | null | undefined;
  readonly membership?: Membership | null | undefined;
  readonly role?: Role | null | undefined;
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

export type Membership =
  | 'BASIC'
  | 'VIP';

export type ProviderFindingKind =
  | 'CLIENT_REFUSED'
  | 'CLOCK_OFF'
  | 'ISSUER_MISMATCH'
  | 'NO_EMAIL_SCOPE'
  | 'NO_KEYS'
  | 'NO_METADATA'
  | 'REDIRECT_REFUSED'
  | 'UNREACHABLE';

export type QueueReason =
  | 'BUSY'
  | 'FAIR_SHARE'
  | 'PAUSED'
  | 'PRIORITY'
  | 'WORKER_AWAY';

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

export type SetInstallationSettingInput = {
  readonly name: SettingName;
  readonly value?: string | null | undefined;
};

export type SetModelSettingsInput = {
  readonly label?: string | null | undefined;
  readonly memberships?: ReadonlyArray<Membership> | null | undefined;
  readonly model: string;
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

export type SocialProviderId =
  | 'SOCIAL_A'
  | 'SOCIAL_B'
  | 'SOCIAL_C';

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


export type AdministratorQuery = { readonly me: { readonly id: string, readonly username: string, readonly email: string } | null, readonly installationSettings: ReadonlyArray<{ readonly name: SettingName }> | null };

export type AccountCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountCountsQuery = { readonly accountCounts: { readonly all: number, readonly waiting: number, readonly administrators: number, readonly banned: number } | null };

export type ListedAccountFragment = { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null };

export type AccountsQueryVariables = Exact<{
  search?: string | null | undefined;
  state?: AccountState | null | undefined;
  orderBy?: AccountOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type AccountsQuery = { readonly users: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type OneAccountQueryVariables = Exact<{
  nodeId: string;
}>;


export type OneAccountQuery = { readonly node:
    | { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null }
    | Record<PropertyKey, never>
   | null };

export type AccountUsageQueryVariables = Exact<{
  id: string;
}>;


export type AccountUsageQuery = { readonly accountUsage: ReadonlyArray<{ readonly date: string, readonly model: string, readonly messages: number, readonly tokens: number }> | null, readonly modelSettings: ReadonlyArray<{ readonly model: string, readonly label: string }> | null };

export type DeletionConsequencesQueryVariables = Exact<{
  id: string;
}>;


export type DeletionConsequencesQuery = { readonly deletionConsequences: { readonly rooms: number, readonly roomsOfOthers: number, readonly characters: number, readonly images: number, readonly apiKeys: number } | null };

export type CreateAccountMutationVariables = Exact<{
  input: CreateAccountInput;
}>;


export type CreateAccountMutation = { readonly createAccount: { readonly account: { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type ApproveAccountMutationVariables = Exact<{
  id: string;
}>;


export type ApproveAccountMutation = { readonly approveAccount: { readonly account: { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type SetUserRoleMutationVariables = Exact<{
  id: string;
  role: Role;
}>;


export type SetUserRoleMutation = { readonly setUserRole: { readonly account: { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type SetUserMembershipMutationVariables = Exact<{
  id: string;
  membership: Membership;
}>;


export type SetUserMembershipMutation = { readonly setUserMembership: { readonly account: { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type BanUserMutationVariables = Exact<{
  id: string;
  reason?: string | null | undefined;
  until?: string | null | undefined;
}>;


export type BanUserMutation = { readonly banUser: { readonly account: { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type UnbanUserMutationVariables = Exact<{
  id: string;
}>;


export type UnbanUserMutation = { readonly unbanUser: { readonly account: { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type RemoveSecondFactorsMutationVariables = Exact<{
  id: string;
}>;


export type RemoveSecondFactorsMutation = { readonly removeSecondFactors: { readonly account: { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type CreatePasswordLinkMutationVariables = Exact<{
  id: string;
}>;


export type CreatePasswordLinkMutation = { readonly createPasswordLink: { readonly url: string, readonly expiresAt: string } };

export type SignOutAccountMutationVariables = Exact<{
  id: string;
  revokeApiKeys: boolean;
}>;


export type SignOutAccountMutation = { readonly signOutAccount: { readonly account: { readonly id: string, readonly nodeId: string, readonly username: string, readonly handle: string | null, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly createdAt: string, readonly role: Role, readonly isListedAdmin: boolean, readonly roleManagedBy: RoleManager, readonly hasPassword: boolean, readonly awaitingApprovalSince: string | null, readonly ban: { readonly until: string | null, readonly reason: string | null } | null, readonly secondFactors: ReadonlyArray<{ readonly id: string }> | null } } };

export type DeleteAccountMutationVariables = Exact<{
  id: string;
}>;


export type DeleteAccountMutation = { readonly deleteAccount: { readonly deletedAccountId: string } };

export type ServiceFragment = { readonly kind: RoomKind, readonly waiting: number | null, readonly paused: boolean | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> };

export type OverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewQuery = { readonly userStats: { readonly memberships: ReadonlyArray<{ readonly membership: Membership, readonly count: number }> } | null, readonly activeGenerations: { readonly totalCount: number, readonly generations: ReadonlyArray<{ readonly status: GenerationStatus }> } | null, readonly aiServices: ReadonlyArray<{ readonly kind: RoomKind, readonly waiting: number | null, readonly paused: boolean | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> }> | null };

export type ActivityQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivityQuery = { readonly activeGenerations: { readonly totalCount: number, readonly generations: ReadonlyArray<{ readonly id: string, readonly roomId: string, readonly kind: RoomKind | null, readonly model: string, readonly status: GenerationStatus, readonly position: number | null, readonly queueReason: QueueReason | null, readonly createdAt: string, readonly account: { readonly nodeId: string, readonly username: string } | null }> } | null, readonly aiServices: ReadonlyArray<{ readonly kind: RoomKind, readonly waiting: number | null, readonly paused: boolean | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> }> | null };

export type CancelReplyMutationVariables = Exact<{
  id: string;
}>;


export type CancelReplyMutation = { readonly cancelGeneration: { readonly generation: { readonly id: string, readonly status: GenerationStatus } } };

export type AuditLogQueryVariables = Exact<{
  search?: string | null | undefined;
  actions?: ReadonlyArray<AuditAction> | AuditAction | null | undefined;
  target?: AuditTargetInput | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { readonly auditLog: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly occurredAt: string, readonly actorKind: AuditActorKind, readonly actorId: string | null, readonly actorName: string | null, readonly action: AuditAction, readonly targetKind: AuditTargetKind, readonly targetId: string, readonly targetLabel: string | null, readonly ipAddress: string | null, readonly account: { readonly nodeId: string, readonly username: string } | null, readonly details: ReadonlyArray<{ readonly name: string, readonly value: string | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type ListedCharacterFragment = { readonly id: string, readonly nodeId: string, readonly name: string, readonly imageUrl: string | null, readonly visibility: Visibility, readonly hiddenByAdmin: boolean, readonly hiddenReason: string | null, readonly updatedAt: string, readonly owner: { readonly nodeId: string, readonly username: string } | null };

export type AllCharactersQueryVariables = Exact<{
  search?: string | null | undefined;
  visibility?: Visibility | null | undefined;
  hiddenByAdmin?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type AllCharactersQuery = { readonly allCharacters: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly nodeId: string, readonly name: string, readonly imageUrl: string | null, readonly visibility: Visibility, readonly hiddenByAdmin: boolean, readonly hiddenReason: string | null, readonly updatedAt: string, readonly owner: { readonly nodeId: string, readonly username: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CharacterTextsQueryVariables = Exact<{
  nodeIds: ReadonlyArray<string> | string;
}>;


export type CharacterTextsQuery = { readonly nodes: ReadonlyArray<
    | { readonly source: { readonly description: string | null, readonly greeting: string | null } | null }
    | Record<PropertyKey, never>
   | null> | null };

export type HideCharacterMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type HideCharacterMutation = { readonly hideCharacter: { readonly character: { readonly id: string, readonly nodeId: string, readonly name: string, readonly imageUrl: string | null, readonly visibility: Visibility, readonly hiddenByAdmin: boolean, readonly hiddenReason: string | null, readonly updatedAt: string, readonly owner: { readonly nodeId: string, readonly username: string } | null } } };

export type RestoreCharacterMutationVariables = Exact<{
  id: string;
}>;


export type RestoreCharacterMutation = { readonly restoreCharacter: { readonly character: { readonly id: string, readonly nodeId: string, readonly name: string, readonly imageUrl: string | null, readonly visibility: Visibility, readonly hiddenByAdmin: boolean, readonly hiddenReason: string | null, readonly updatedAt: string, readonly owner: { readonly nodeId: string, readonly username: string } | null } } };

export type ExamineQueryVariables = Exact<{
  part: StorePart;
  after?: string | null | undefined;
}>;


export type ExamineQuery = { readonly examine: { readonly examined: number, readonly next: string | null, readonly findings: ReadonlyArray<{ readonly part: StorePart, readonly kind: FindingKind, readonly subject: string, readonly detail: string, readonly isHarmless: boolean, readonly account: { readonly nodeId: string, readonly username: string } | null }> } | null };

export type RepairMutationVariables = Exact<{
  part: StorePart;
  kind: FindingKind;
  subject: string;
}>;


export type RepairMutation = { readonly repair: { readonly repaired: boolean } };

export type ListedInvitationFragment = { readonly id: string, readonly email: string | null, readonly role: Role, readonly membership: Membership, readonly maxUses: number, readonly uses: number, readonly createdAt: string, readonly expiresAt: string, readonly auditEntry: { readonly actorKind: AuditActorKind, readonly actorName: string | null } | null };

export type InvitationsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type InvitationsQuery = { readonly invitations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string | null, readonly role: Role, readonly membership: Membership, readonly maxUses: number, readonly uses: number, readonly createdAt: string, readonly expiresAt: string, readonly auditEntry: { readonly actorKind: AuditActorKind, readonly actorName: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type CreateInvitationMutationVariables = Exact<{
  input: CreateInvitationInput;
}>;


export type CreateInvitationMutation = { readonly createInvitation: { readonly url: string, readonly invitation: { readonly id: string, readonly email: string | null, readonly role: Role, readonly membership: Membership, readonly maxUses: number, readonly uses: number, readonly createdAt: string, readonly expiresAt: string, readonly auditEntry: { readonly actorKind: AuditActorKind, readonly actorName: string | null } | null } } };

export type RevokeInvitationMutationVariables = Exact<{
  id: string;
}>;


export type RevokeInvitationMutation = { readonly revokeInvitation: { readonly revokedInvitationId: string } };

export type ShownModelSettingsFragment = { readonly model: string, readonly offered: boolean, readonly label: string, readonly labelSource: SettingSource, readonly changedAt: string | null, readonly access: ReadonlyArray<{ readonly membership: Membership, readonly included: boolean, readonly source: SettingSource }> };

export type ModelListQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelListQuery = { readonly models: ReadonlyArray<{ readonly name: string, readonly available: boolean, readonly demonstration: boolean, readonly vision: boolean, readonly tools: boolean, readonly thoughts: boolean, readonly contextTokens: number | null, readonly defaultFor: ReadonlyArray<RoomKind> }> | null, readonly modelSettings: ReadonlyArray<{ readonly model: string, readonly offered: boolean, readonly label: string, readonly labelSource: SettingSource, readonly changedAt: string | null, readonly access: ReadonlyArray<{ readonly membership: Membership, readonly included: boolean, readonly source: SettingSource }> }> | null, readonly aiServices: ReadonlyArray<{ readonly kind: RoomKind, readonly waiting: number | null, readonly paused: boolean | null, readonly workers: ReadonlyArray<{ readonly name: string | null, readonly state: WorkerState, readonly model: string | null, readonly running: number | null, readonly concurrency: number | null }> }> | null };

export type SetModelSettingsMutationVariables = Exact<{
  input: SetModelSettingsInput;
}>;


export type SetModelSettingsMutation = { readonly setModelSettings: { readonly settings: { readonly model: string, readonly offered: boolean, readonly label: string, readonly labelSource: SettingSource, readonly changedAt: string | null, readonly access: ReadonlyArray<{ readonly membership: Membership, readonly included: boolean, readonly source: SettingSource }> } } };

export type ShownSettingFragment = { readonly name: SettingName, readonly value: string, readonly source: SettingSource, readonly changedAt: string | null, readonly fault: string | null };

export type InstallationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationSettingsQuery = { readonly installationSettings: ReadonlyArray<{ readonly name: SettingName, readonly value: string, readonly source: SettingSource, readonly changedAt: string | null, readonly fault: string | null }> | null };

export type SetInstallationSettingMutationVariables = Exact<{
  input: SetInstallationSettingInput;
}>;


export type SetInstallationSettingMutation = { readonly setInstallationSetting: { readonly setting: { readonly name: SettingName, readonly value: string, readonly source: SettingSource, readonly changedAt: string | null, readonly fault: string | null } } };

export type SignInProvidersQueryVariables = Exact<{ [key: string]: never; }>;


export type SignInProvidersQuery = { readonly socialProviders: ReadonlyArray<{ readonly id: SocialProviderId, readonly name: string }> | null };

export type TestProviderQueryVariables = Exact<{
  id: SocialProviderId;
}>;


export type TestProviderQuery = { readonly testIdentityProvider: { readonly redirectUri: string, readonly findings: ReadonlyArray<{ readonly kind: ProviderFindingKind, readonly message: string }> } | null };
