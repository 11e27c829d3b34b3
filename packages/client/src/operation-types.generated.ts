/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AddPasskeyInput = {
  readonly challenge: string;
  readonly name?: string | null | undefined;
  readonly response: string;
};

export type AddTotpInput = {
  readonly challenge: string;
  readonly code: string;
  readonly name?: string | null | undefined;
};

export type ApiKeyScope =
  | 'API'
  | 'MCP'
  | 'V1';

export type ChangePasswordInput = {
  readonly currentPassword: string;
  readonly newPassword: string;
};

export type CharacterCostInput = {
  readonly context?: string | null | undefined;
  readonly depthNote?: string | null | undefined;
  readonly exampleDialogues?: string | null | undefined;
  readonly greeting?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly postHistoryInstructions?: string | null | undefined;
  readonly systemPrompt?: string | null | undefined;
};

export type CharacterInput = {
  readonly alternateGreetings?: ReadonlyArray<string> | null | undefined;
  readonly context?: string | null | undefined;
  readonly depthNote?: DepthNoteInput | null | undefined;
  readonly description?: string | null | undefined;
  readonly exampleDialogues?: string | null | undefined;
  readonly greeting?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly imageUrl?: string | null | undefined;
  readonly name: string;
  readonly nickname?: string | null | undefined;
  readonly postHistoryInstructions?: string | null | undefined;
  readonly systemPrompt?: string | null | undefined;
  readonly tags?: ReadonlyArray<string> | null | undefined;
  readonly visibility?: Visibility | null | undefined;
};

export type CharacterOrder =
  | 'MOST_LIKED'
  | 'MOST_TALKED'
  | 'NEWEST'
  | 'OLDEST';

export type ChatRoomInput = {
  readonly characterId?: string | null | undefined;
  readonly greetingIndex?: number | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly roomId?: string | null | undefined;
  readonly userId?: string | null | undefined;
};

export type CompleteSignInInput = {
  readonly challenge: string;
  readonly code?: string | null | undefined;
  readonly passkey?: string | null | undefined;
  readonly recoveryCode?: string | null | undefined;
};

export type ConfirmIdentityInput = {
  readonly challenge?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly passkey?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly recoveryCode?: string | null | undefined;
};

export type CreateApiKeyInput = {
  readonly expiresAt?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly messagesPerDay?: number | null | undefined;
  readonly models?: ReadonlyArray<string> | null | undefined;
  readonly name: string;
  readonly scopes?: ReadonlyArray<ApiKeyScope> | null | undefined;
  readonly tokensPerMonth?: number | null | undefined;
};

export type CreateLorebookInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly name: string;
};

export type CreatePersonaInput = {
  readonly description?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly name: string;
};

export type CreateRoomExportLinkInput = {
  readonly format: RoomExportFormat;
  readonly roomId: string;
  readonly timeZone?: string | null | undefined;
};

export type DataExportStatus =
  | 'FAILED'
  | 'READY'
  | 'RUNNING';

export type DepthNoteInput = {
  readonly depth?: number;
  readonly role?: LoreRole;
  readonly text: string;
};

export type DocumentFormat =
  | 'CODE'
  | 'CSV'
  | 'DOCX'
  | 'HTML'
  | 'MARKDOWN'
  | 'PDF'
  | 'TEXT';

export type EntryPart =
  | 'MESSAGE'
  | 'REPLY';

export type FileState =
  | 'IN_PART'
  | 'READING'
  | 'UNREADABLE'
  | 'WHOLE';

export type FinishReason =
  | 'CANCELLED'
  | 'LENGTH'
  | 'OTHER'
  | 'STOP';

export type GenerationStatus =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'FAILED'
  | 'QUEUED'
  | 'RUNNING';

export type ImportCharacterInput = {
  readonly card: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly visibility?: Visibility | null | undefined;
};

export type ImportLorebookInput = {
  readonly book: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly replacesId?: string | null | undefined;
  readonly skipInvalid?: boolean | null | undefined;
};

export type LoginInput = {
  readonly email: string;
  readonly password: string;
};

export type LoreLogic =
  | 'AND_ALL'
  | 'AND_ANY'
  | 'NOT_ALL'
  | 'NOT_ANY';

export type LoreNoteReason =
  | 'EXPRESSION_REFUSED'
  | 'FAULTY'
  | 'NOT_PLAYED'
  | 'POSITION_REPLACED'
  | 'TOO_MANY_EXPRESSIONS'
  | 'WITHOUT_KEY'
  | 'WOKEN_BY_OTHERS';

export type LoreOutcome =
  | 'OVER_BOOK_BUDGET'
  | 'OVER_CONTEXT'
  | 'OVER_REPLY_BUDGET'
  | 'USED';

export type LorePosition =
  | 'AFTER_CHARACTER'
  | 'AFTER_NOTE'
  | 'AT_DEPTH'
  | 'BEFORE_CHARACTER'
  | 'BEFORE_NOTE';

export type LoreRole =
  | 'ASSISTANT'
  | 'SYSTEM'
  | 'USER';

export type LorebookEntryInput = {
  readonly caseSensitive?: boolean | null | undefined;
  readonly constant?: boolean | null | undefined;
  readonly content?: string | null | undefined;
  readonly depth?: number | null | undefined;
  readonly enabled?: boolean | null | undefined;
  readonly id?: string | null | undefined;
  readonly insertionOrder?: number | null | undefined;
  readonly keys?: ReadonlyArray<string> | null | undefined;
  readonly logic?: LoreLogic | null | undefined;
  readonly name?: string | null | undefined;
  readonly position?: LorePosition | null | undefined;
  readonly role?: LoreRole | null | undefined;
  readonly scanDepth?: number | null | undefined;
  readonly secondaryKeys?: ReadonlyArray<string> | null | undefined;
  readonly wholeWords?: boolean | null | undefined;
};

export type LorebookUseInput = {
  readonly characterId?: string | null | undefined;
  readonly lorebookId: string;
  readonly roomId?: string | null | undefined;
};

export type Membership =
  | 'BASIC'
  | 'VIP';

export type MissingReason =
  | 'CHARACTERS_BEYOND_LIMIT'
  | 'COMMENTS'
  | 'CONTROL_CHARACTERS'
  | 'DELETIONS'
  | 'EMBEDDED_FILES'
  | 'FOOTERS'
  | 'FRAMES'
  | 'HEADERS'
  | 'PAGES_BEYOND_LIMIT'
  | 'PAGES_WITHOUT_TEXT'
  | 'PICTURES'
  | 'UNDECODABLE_CHARACTERS'
  | 'UNMAPPED_CHARACTERS'
  | 'UNREADABLE_PAGES';

export type OfficeRoomInput = {
  readonly idempotencyKey?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly roomId?: string | null | undefined;
  readonly roomType?: string | null | undefined;
  readonly userId?: string | null | undefined;
};

export type PageLanguage =
  | 'EN'
  | 'KO';

export type PageTheme =
  | 'DARK'
  | 'LIGHT';

export type QueueReason =
  | 'BUSY'
  | 'FAIR_SHARE'
  | 'PAUSED'
  | 'PRIORITY'
  | 'WORKER_AWAY';

export type RegisterInput = {
  readonly email: string;
  readonly eulaAgreed?: boolean | null | undefined;
  readonly handle?: string | null | undefined;
  readonly invitationToken?: string | null | undefined;
  readonly marketingAgreed?: boolean | null | undefined;
  readonly password: string;
  readonly privacyAgreed?: boolean | null | undefined;
  readonly registrationToken?: string | null | undefined;
  readonly username: string;
};

export type RegistrationPolicy =
  | 'APPROVAL'
  | 'CLOSED'
  | 'INVITE'
  | 'OPEN';

export type ResetPasswordInput = {
  readonly newPassword: string;
  readonly resetToken: string;
};

export type Role =
  | 'ADMIN'
  | 'USER';

export type RoomExportFormat =
  | 'JSON'
  | 'MARKDOWN';

export type RoomKind =
  | 'CHARACTER'
  | 'OFFICE';

export type RoomSamplingInput = {
  readonly frequencyPenalty?: number | null | undefined;
  readonly maxTokens?: number | null | undefined;
  readonly presencePenalty?: number | null | undefined;
  readonly temperature?: number | null | undefined;
  readonly topP?: number | null | undefined;
};

export type SecondFactorKind =
  | 'PASSKEY'
  | 'TOTP';

export type SendMessageInput = {
  readonly attachments?: ReadonlyArray<string> | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly roomId: string;
  readonly searchAccess?: boolean;
  readonly text: string;
  readonly timeZone?: string | null | undefined;
};

export type SendVerificationInput = {
  readonly email: string;
  readonly verificationType: VerificationType;
};

export type SetInstallationSettingInput = {
  readonly name: SettingName;
  readonly value?: string | null | undefined;
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

export type SocialLoginInput = {
  readonly code: string;
  readonly codeVerifier?: string | null | undefined;
  readonly invitationToken?: string | null | undefined;
  readonly iss?: string | null | undefined;
  readonly nonce?: string | null | undefined;
  readonly provider: SocialProviderId;
  readonly redirectUri?: string | null | undefined;
  readonly state?: string | null | undefined;
};

export type SocialProviderId =
  | 'SOCIAL_A'
  | 'SOCIAL_B'
  | 'SOCIAL_C';

export type SourceKind =
  | 'FILE'
  | 'WEB';

export type StartRoomInput = {
  readonly attachments?: ReadonlyArray<string> | null | undefined;
  readonly characterId?: string | null | undefined;
  readonly greetingIndex?: number | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly roomId?: string | null | undefined;
  readonly searchAccess?: boolean;
  readonly text: string;
  readonly timeZone?: string | null | undefined;
};

export type UnreadableReason =
  | 'BROKEN'
  | 'ENCRYPTED'
  | 'INTERRUPTED'
  | 'LOST'
  | 'NOT_SUPPORTED'
  | 'NO_TEXT'
  | 'OUT_OF_MEMORY'
  | 'TIMED_OUT'
  | 'TOO_LARGE';

export type UpdateApiKeyInput = {
  readonly expiresAt?: string | null | undefined;
  readonly messagesPerDay?: number | null | undefined;
  readonly models?: ReadonlyArray<string> | null | undefined;
  readonly name?: string | null | undefined;
  readonly scopes?: ReadonlyArray<ApiKeyScope> | null | undefined;
  readonly tokensPerMonth?: number | null | undefined;
};

export type UpdateCharacterInput = {
  readonly alternateGreetings?: ReadonlyArray<string> | null | undefined;
  readonly context?: string | null | undefined;
  readonly depthNote?: DepthNoteInput | null | undefined;
  readonly description?: string | null | undefined;
  readonly exampleDialogues?: string | null | undefined;
  readonly greeting?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly imageUrl?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly nickname?: string | null | undefined;
  readonly postHistoryInstructions?: string | null | undefined;
  readonly systemPrompt?: string | null | undefined;
  readonly tags?: ReadonlyArray<string> | null | undefined;
  readonly visibility?: Visibility | null | undefined;
};

export type UpdateDefaultsInput = {
  readonly instructions?: string | null | undefined;
  readonly language?: PageLanguage | null | undefined;
  readonly model?: string | null | undefined;
  readonly theme?: PageTheme | null | undefined;
  readonly timeZone?: string | null | undefined;
};

export type UpdateLogEntryInput = {
  readonly expectedVersion?: number | null | undefined;
  readonly imgUrl?: string | null | undefined;
  readonly index: number;
  readonly inputData: string;
  readonly kind?: RoomKind | null | undefined;
  readonly outputData: string;
  readonly roomId: string;
};

export type UpdateLorebookInput = {
  readonly entries?: ReadonlyArray<LorebookEntryInput> | null | undefined;
  readonly inEveryChatRoom?: boolean | null | undefined;
  readonly name?: string | null | undefined;
  readonly removedEntryIds?: ReadonlyArray<string> | null | undefined;
  readonly scanDepth?: number | null | undefined;
  readonly tokenBudget?: number | null | undefined;
};

export type UpdatePersonaInput = {
  readonly description?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly name?: string | null | undefined;
};

export type UpdateProfileInput = {
  readonly email?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly username?: string | null | undefined;
};

export type UpdateRoomInput = {
  readonly acceptsFiles?: boolean | null | undefined;
  readonly archived?: boolean | null | undefined;
  readonly greetingIndex?: number | null | undefined;
  readonly instructions?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly sampling?: RoomSamplingInput | null | undefined;
};

export type UsePasswordLinkInput = {
  readonly newPassword: string;
  readonly token: string;
};

export type VerificationType =
  | 'PASSWORD_RESET'
  | 'REGISTER';

export type VerifyCodeInput = {
  readonly code: string;
  readonly email: string;
  readonly verificationType?: VerificationType | null | undefined;
};

export type Visibility =
  | 'PRIVATE'
  | 'PUBLIC';

export type WebSearchState =
  | 'ENDED'
  | 'FAILED'
  | 'LEFT_OUT'
  | 'SEARCHING';

export type AccountFragment = { readonly id: string, readonly username: string, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly timeZone: string | null, readonly hasPassword: boolean, readonly createdAt: string };

export type RegisterMutationVariables = Exact<{
  input: RegisterInput;
}>;


export type RegisterMutation = { readonly register: { readonly account: { readonly id: string, readonly username: string, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly timeZone: string | null, readonly hasPassword: boolean, readonly createdAt: string } } };

export type SignInMutationVariables = Exact<{
  input: LoginInput;
}>;


export type SignInMutation = { readonly login: { readonly token: string, readonly refreshToken: string, readonly account: { readonly id: string } } };

export type SocialSignInMutationVariables = Exact<{
  input: SocialLoginInput;
}>;


export type SocialSignInMutation = { readonly socialLogin: { readonly token: string, readonly refreshToken: string, readonly account: { readonly id: string } } };

export type CompleteSignInMutationVariables = Exact<{
  input: CompleteSignInInput;
}>;


export type CompleteSignInMutation = { readonly completeSignIn: { readonly token: string, readonly refreshToken: string, readonly account: { readonly id: string } } };

export type ConfirmIdentityMutationVariables = Exact<{
  input: ConfirmIdentityInput;
}>;


export type ConfirmIdentityMutation = { readonly confirmIdentity: { readonly confirmedUntil: string } };

export type SecondFactorsQueryVariables = Exact<{ [key: string]: never; }>;


export type SecondFactorsQuery = { readonly me: { readonly recoveryCodesLeft: number | null, readonly secondFactors: ReadonlyArray<{ readonly id: string, readonly kind: SecondFactorKind, readonly name: string, readonly createdAt: string, readonly lastUsedAt: string | null }> | null } | null };

export type StartTotpMutationVariables = Exact<{ [key: string]: never; }>;


export type StartTotpMutation = { readonly startTotp: { readonly challenge: string, readonly secret: string, readonly uri: string } };

export type AddTotpMutationVariables = Exact<{
  input: AddTotpInput;
}>;


export type AddTotpMutation = { readonly addTotp: { readonly recoveryCodes: ReadonlyArray<string> } };

export type StartPasskeyMutationVariables = Exact<{ [key: string]: never; }>;


export type StartPasskeyMutation = { readonly startPasskey: { readonly challenge: string, readonly options: string } };

export type AddPasskeyMutationVariables = Exact<{
  input: AddPasskeyInput;
}>;


export type AddPasskeyMutation = { readonly addPasskey: { readonly recoveryCodes: ReadonlyArray<string> } };

export type RemoveSecondFactorMutationVariables = Exact<{
  id: string;
}>;


export type RemoveSecondFactorMutation = { readonly removeSecondFactor: { readonly removedSecondFactorId: string } };

export type RenewRecoveryCodesMutationVariables = Exact<{ [key: string]: never; }>;


export type RenewRecoveryCodesMutation = { readonly renewRecoveryCodes: { readonly recoveryCodes: ReadonlyArray<string> } };

export type SocialProvidersQueryVariables = Exact<{ [key: string]: never; }>;


export type SocialProvidersQuery = { readonly socialProviders: ReadonlyArray<{ readonly id: SocialProviderId, readonly name: string, readonly authorizeUrl: string | null }> | null };

export type RefreshSessionMutationVariables = Exact<{
  refreshToken: string;
}>;


export type RefreshSessionMutation = { readonly refreshSession: { readonly token: string, readonly refreshToken: string, readonly account: { readonly id: string } } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { readonly signOut: boolean };

export type SignOutEverywhereMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutEverywhereMutation = { readonly signOutEverywhere: boolean };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { readonly mySessions: ReadonlyArray<{ readonly id: string, readonly current: boolean, readonly userAgent: string | null, readonly createdAt: string, readonly lastUsedAt: string }> | null };

export type RevokeSessionMutationVariables = Exact<{
  id: string;
}>;


export type RevokeSessionMutation = { readonly revokeSession: { readonly revokedSessionId: string } };

export type SendVerificationMutationVariables = Exact<{
  input: SendVerificationInput;
}>;


export type SendVerificationMutation = { readonly sendVerification: { readonly expiresAt: string } };

export type VerifyCodeMutationVariables = Exact<{
  input: VerifyCodeInput;
}>;


export type VerifyCodeMutation = { readonly verifyCode: { readonly verificationType: VerificationType, readonly resetToken: string | null, readonly registrationToken: string | null } };

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type ResetPasswordMutation = { readonly resetPassword: { readonly account: { readonly id: string } } };

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { readonly changePassword: { readonly account: { readonly id: string } } };

export type PasswordLinkQueryVariables = Exact<{
  token: string;
}>;


export type PasswordLinkQuery = { readonly passwordLink: { readonly username: string } | null };

export type UsePasswordLinkMutationVariables = Exact<{
  input: UsePasswordLinkInput;
}>;


export type UsePasswordLinkMutation = { readonly usePasswordLink: { readonly account: { readonly id: string } } };

export type ProfileQueryVariables = Exact<{ [key: string]: never; }>;


export type ProfileQuery = { readonly me: { readonly id: string, readonly username: string, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly timeZone: string | null, readonly hasPassword: boolean, readonly createdAt: string } | null };

export type UpdateProfileMutationVariables = Exact<{
  input: UpdateProfileInput;
}>;


export type UpdateProfileMutation = { readonly updateProfile: { readonly account: { readonly id: string, readonly username: string, readonly email: string, readonly emailVerified: boolean, readonly membership: Membership, readonly profileImageUrl: string | null, readonly timeZone: string | null, readonly hasPassword: boolean, readonly createdAt: string } } };

export type DeleteAccountMutationVariables = Exact<{ [key: string]: never; }>;


export type DeleteAccountMutation = { readonly deleteAccount: { readonly deletedAccountId: string } };

export type ModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelsQuery = { readonly me: { readonly defaults: { readonly model: string | null } | null } | null, readonly models: ReadonlyArray<{ readonly name: string, readonly available: boolean, readonly included: boolean, readonly vision: boolean, readonly demonstration: boolean, readonly label: string, readonly tools: boolean, readonly thoughts: boolean, readonly webSearch: boolean, readonly sampling: ReadonlyArray<string>, readonly contextTokens: number | null, readonly defaultFor: ReadonlyArray<RoomKind> }> | null };

export type UsageQueryVariables = Exact<{ [key: string]: never; }>;


export type UsageQuery = { readonly myUsage: { readonly membership: Membership, readonly models: ReadonlyArray<string>, readonly messages: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null }, readonly tokens: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null }, readonly concurrentGenerations: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null } } | null };

export type ApiKeyFragment = { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly models: ReadonlyArray<string> | null, readonly messagesPerDay: number | null, readonly tokensPerMonth: number | null, readonly usage: { readonly messages: { readonly used: number, readonly limit: number | null }, readonly tokens: { readonly used: number, readonly limit: number | null } } };

export type ApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeysQuery = { readonly me: { readonly apiKeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly models: ReadonlyArray<string> | null, readonly messagesPerDay: number | null, readonly tokensPerMonth: number | null, readonly usage: { readonly messages: { readonly used: number, readonly limit: number | null }, readonly tokens: { readonly used: number, readonly limit: number | null } } }> | null } | null };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { readonly createApiKey: { readonly text: string | null, readonly apiKey: { readonly id: string, readonly name: string, readonly prefix: string, readonly scopes: ReadonlyArray<ApiKeyScope>, readonly createdAt: string, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly models: ReadonlyArray<string> | null, readonly messagesPerDay: number | null, readonly tokensPerMonth: number | null, readonly usage: { readonly messages: { readonly used: number, readonly limit: number | null }, readonly tokens: { readonly used: number, readonly limit: number | null } } } } };

export type UpdateApiKeyMutationVariables = Exact<{
  id: string;
  input: UpdateApiKeyInput;
}>;


export type UpdateApiKeyMutation = { readonly updateApiKey: { readonly apiKey: { readonly id: string } } };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeApiKeyMutation = { readonly revokeApiKey: { readonly revokedApiKeyId: string } };

export type DataExportFragment = { readonly id: string, readonly status: DataExportStatus, readonly progress: number, readonly createdAt: string, readonly expiresAt: string };

export type ExportMyDataMutationVariables = Exact<{ [key: string]: never; }>;


export type ExportMyDataMutation = { readonly exportMyData: { readonly dataExport: { readonly id: string, readonly status: DataExportStatus, readonly progress: number, readonly createdAt: string, readonly expiresAt: string } } };

export type MyDataExportQueryVariables = Exact<{ [key: string]: never; }>;


export type MyDataExportQuery = { readonly myDataExport: { readonly id: string, readonly status: DataExportStatus, readonly progress: number, readonly createdAt: string, readonly expiresAt: string } | null };

export type CreateDataExportLinkMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateDataExportLinkMutation = { readonly createDataExportLink: { readonly url: string, readonly expiresAt: string } };

export type InvitationQueryVariables = Exact<{
  token: string;
}>;


export type InvitationQuery = { readonly invitation: { readonly email: string | null } | null };

export type DefaultsFragment = { readonly instructions: string | null, readonly model: string | null, readonly language: PageLanguage | null, readonly theme: PageTheme | null, readonly timeZone: string | null };

export type DefaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type DefaultsQuery = { readonly me: { readonly defaults: { readonly instructions: string | null, readonly model: string | null, readonly language: PageLanguage | null, readonly theme: PageTheme | null, readonly timeZone: string | null } | null } | null };

export type UpdateDefaultsMutationVariables = Exact<{
  input: UpdateDefaultsInput;
}>;


export type UpdateDefaultsMutation = { readonly updateDefaults: { readonly account: { readonly defaults: { readonly instructions: string | null, readonly model: string | null, readonly language: PageLanguage | null, readonly theme: PageTheme | null, readonly timeZone: string | null } | null } } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly me: { readonly role: Role, readonly username: string, readonly email: string, readonly profileImageUrl: string | null, readonly defaults: { readonly language: PageLanguage | null, readonly theme: PageTheme | null, readonly timeZone: string | null } | null } | null, readonly installation: { readonly hasConsole: boolean } | null };

export type InstallationQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationQuery = { readonly installation: { readonly registration: RegistrationPolicy, readonly registrationByProvider: RegistrationPolicy, readonly registrationDomains: ReadonlyArray<string>, readonly guestRooms: boolean, readonly sendsMail: boolean, readonly signInRequired: boolean, readonly shareLinks: boolean, readonly messageLimit: number, readonly name: string, readonly logoUrl: string | null, readonly termsUrl: string | null, readonly privacyUrl: string | null, readonly helpUrl: string | null, readonly notice: string | null, readonly passwordSignIn: boolean, readonly passkeyOrigins: ReadonlyArray<string>, readonly accent: { readonly light: string, readonly dark: string, readonly softLight: string, readonly softDark: string } | null } | null };

export type InstallationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationSettingsQuery = { readonly installationSettings: ReadonlyArray<{ readonly name: SettingName, readonly value: string, readonly source: SettingSource }> | null };

export type SetInstallationSettingMutationVariables = Exact<{
  input: SetInstallationSettingInput;
}>;


export type SetInstallationSettingMutation = { readonly setInstallationSetting: { readonly setting: { readonly name: SettingName, readonly value: string, readonly source: SettingSource } } };

export type CharacterFragment = { readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly owner: { readonly id: string, readonly username: string } | null };

export type CharactersQueryVariables = Exact<{
  search?: string | null | undefined;
  words?: string | null | undefined;
  tag?: string | null | undefined;
  tags?: ReadonlyArray<string> | string | null | undefined;
  ownerId?: string | null | undefined;
  visibility?: Visibility | null | undefined;
  orderBy?: CharacterOrder;
  first?: number;
  after?: string | null | undefined;
}>;


export type CharactersQuery = { readonly characters: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly owner: { readonly id: string, readonly username: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type MyCharactersQueryVariables = Exact<{
  visibility?: Visibility | null | undefined;
  orderBy?: CharacterOrder;
  first?: number;
  after?: string | null | undefined;
}>;


export type MyCharactersQuery = { readonly characters: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly owner: { readonly id: string, readonly username: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type LikedCharactersQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type LikedCharactersQuery = { readonly myLikes: { readonly nodes: ReadonlyArray<{ readonly character: { readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly owner: { readonly id: string, readonly username: string } | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type AuthorQueryVariables = Exact<{
  id: string;
}>;


export type AuthorQuery = { readonly author: { readonly id: string, readonly username: string, readonly profileImageUrl: string | null } | null };

export type CharacterCostQueryVariables = Exact<{
  input: CharacterCostInput;
}>;


export type CharacterCostQuery = { readonly characterCost: { readonly tokens: number, readonly permanentTokens: number, readonly isEstimate: boolean } | null };

export type OpenTestRoomMutationVariables = Exact<{
  characterId: string;
  isNew?: boolean;
}>;


export type OpenTestRoomMutation = { readonly openTestRoom: { readonly room: { readonly id: string } } };

export type CharacterQueryVariables = Exact<{
  id: string;
}>;


export type CharacterQuery = { readonly character: { readonly nickname: string | null, readonly alternateGreetings: ReadonlyArray<string>, readonly hiddenReason: string | null, readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly source: { readonly description: string | null, readonly greeting: string | null, readonly alternateGreetings: ReadonlyArray<string>, readonly context: string | null, readonly exampleDialogues: string | null, readonly systemPrompt: string | null, readonly postHistoryInstructions: string | null, readonly depthNote: { readonly text: string, readonly depth: number, readonly role: LoreRole } | null } | null, readonly owner: { readonly id: string, readonly username: string } | null } | null };

export type RoomGreetingQueryVariables = Exact<{
  characterId: string;
  roomId: string;
  greetingIndex?: number | null | undefined;
  guestName?: string | null | undefined;
}>;


export type RoomGreetingQuery = { readonly character: { readonly roomGreeting: string | null } | null };

export type CardFormsQueryVariables = Exact<{
  id: string;
}>;


export type CardFormsQuery = { readonly characterCard: { readonly hasArchive: boolean } | null };

export type CharacterCardQueryVariables = Exact<{
  id: string;
}>;


export type CharacterCardQuery = { readonly characterCard: { readonly json: string, readonly png: string | null } | null };

export type CreateCharacterMutationVariables = Exact<{
  input: CharacterInput;
}>;


export type CreateCharacterMutation = { readonly createCharacter: { readonly character: { readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly owner: { readonly id: string, readonly username: string } | null } } };

export type ImportCharacterMutationVariables = Exact<{
  input: ImportCharacterInput;
}>;


export type ImportCharacterMutation = { readonly importCharacter: { readonly character: { readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly owner: { readonly id: string, readonly username: string } | null } } };

export type UpdateCharacterMutationVariables = Exact<{
  id: string;
  input: UpdateCharacterInput;
}>;


export type UpdateCharacterMutation = { readonly updateCharacter: { readonly character: { readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly owner: { readonly id: string, readonly username: string } | null } } };

export type DeleteCharacterMutationVariables = Exact<{
  id: string;
}>;


export type DeleteCharacterMutation = { readonly deleteCharacter: { readonly deletedCharacterId: string } };

export type SetLikeMutationVariables = Exact<{
  characterId: string;
  liked: boolean;
}>;


export type SetLikeMutation = { readonly setLike: { readonly character: { readonly id: string, readonly name: string, readonly description: string | null, readonly greeting: string | null, readonly context: string | null, readonly exampleDialogues: string | null, readonly imageUrl: string | null, readonly tags: ReadonlyArray<string>, readonly visibility: Visibility, readonly likeCount: number, readonly likedByMe: boolean, readonly talkCount: number, readonly createdAt: string, readonly owner: { readonly id: string, readonly username: string } | null } } };

export type FileFragment = { readonly id: string, readonly name: string, readonly mediaType: string, readonly size: number, readonly state: FileState, readonly format: DocumentFormat | null, readonly encoding: string | null, readonly encodingIsGuess: boolean, readonly pages: number | null, readonly characters: number | null, readonly reason: UnreadableReason | null, readonly message: string | null, readonly createdAt: string, readonly missing: ReadonlyArray<{ readonly reason: MissingReason, readonly count: number }> };

export type FileQueryVariables = Exact<{
  id: string;
}>;


export type FileQuery = { readonly file: { readonly id: string, readonly name: string, readonly mediaType: string, readonly size: number, readonly state: FileState, readonly format: DocumentFormat | null, readonly encoding: string | null, readonly encodingIsGuess: boolean, readonly pages: number | null, readonly characters: number | null, readonly reason: UnreadableReason | null, readonly message: string | null, readonly createdAt: string, readonly missing: ReadonlyArray<{ readonly reason: MissingReason, readonly count: number }> } | null };

export type FileTextQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FileTextQuery = { readonly file: { readonly passages: { readonly nodes: ReadonlyArray<{ readonly ordinal: number, readonly text: string, readonly page: number | null, readonly line: number | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type MyFilesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MyFilesQuery = { readonly myFiles: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly mediaType: string, readonly size: number, readonly state: FileState, readonly format: DocumentFormat | null, readonly encoding: string | null, readonly encodingIsGuess: boolean, readonly pages: number | null, readonly characters: number | null, readonly reason: UnreadableReason | null, readonly message: string | null, readonly createdAt: string, readonly room:
        | { readonly id: string, readonly name: string | null, readonly proposedTitle: string | null }
        | { readonly id: string, readonly name: string | null, readonly proposedTitle: string | null }
       | null, readonly missing: ReadonlyArray<{ readonly reason: MissingReason, readonly count: number }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RoomFilesQueryVariables = Exact<{
  roomId: string;
}>;


export type RoomFilesQuery = { readonly room:
    | { readonly files: ReadonlyArray<{ readonly id: string, readonly name: string, readonly mediaType: string, readonly size: number, readonly state: FileState, readonly format: DocumentFormat | null, readonly encoding: string | null, readonly encodingIsGuess: boolean, readonly pages: number | null, readonly characters: number | null, readonly reason: UnreadableReason | null, readonly message: string | null, readonly createdAt: string, readonly missing: ReadonlyArray<{ readonly reason: MissingReason, readonly count: number }> }> }
    | { readonly files: ReadonlyArray<{ readonly id: string, readonly name: string, readonly mediaType: string, readonly size: number, readonly state: FileState, readonly format: DocumentFormat | null, readonly encoding: string | null, readonly encodingIsGuess: boolean, readonly pages: number | null, readonly characters: number | null, readonly reason: UnreadableReason | null, readonly message: string | null, readonly createdAt: string, readonly missing: ReadonlyArray<{ readonly reason: MissingReason, readonly count: number }> }> }
   | null };

export type RemoveFileMutationVariables = Exact<{
  id: string;
}>;


export type RemoveFileMutation = { readonly removeFile: { readonly removedFileId: string } };

export type SetFileEncodingMutationVariables = Exact<{
  id: string;
  encoding: string;
}>;


export type SetFileEncodingMutation = { readonly setFileEncoding: { readonly file: { readonly id: string, readonly name: string, readonly mediaType: string, readonly size: number, readonly state: FileState, readonly format: DocumentFormat | null, readonly encoding: string | null, readonly encodingIsGuess: boolean, readonly pages: number | null, readonly characters: number | null, readonly reason: UnreadableReason | null, readonly message: string | null, readonly createdAt: string, readonly missing: ReadonlyArray<{ readonly reason: MissingReason, readonly count: number }> } } };

export type LorebookFragment = { readonly id: string, readonly name: string, readonly entryCount: number, readonly inEveryChatRoom: boolean, readonly characterId: string | null, readonly characterName: string | null, readonly roomIds: ReadonlyArray<string>, readonly characterIds: ReadonlyArray<string> };

export type LorebookEntryFragment = { readonly id: string, readonly name: string, readonly keys: ReadonlyArray<string>, readonly secondaryKeys: ReadonlyArray<string>, readonly logic: LoreLogic, readonly caseSensitive: boolean, readonly wholeWords: boolean, readonly constant: boolean, readonly enabled: boolean, readonly insertionOrder: number, readonly position: LorePosition, readonly depth: number, readonly role: LoreRole, readonly content: string };

export type MyLorebooksQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
}>;


export type MyLorebooksQuery = { readonly myLorebooks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly entryCount: number, readonly inEveryChatRoom: boolean, readonly characterId: string | null, readonly characterName: string | null, readonly roomIds: ReadonlyArray<string>, readonly characterIds: ReadonlyArray<string> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type LorebookQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type LorebookQuery = { readonly lorebook: { readonly scanDepth: number, readonly tokenBudget: number, readonly tokenCount: number, readonly id: string, readonly name: string, readonly entryCount: number, readonly inEveryChatRoom: boolean, readonly characterId: string | null, readonly characterName: string | null, readonly roomIds: ReadonlyArray<string>, readonly characterIds: ReadonlyArray<string>, readonly notes: ReadonlyArray<{ readonly reason: LoreNoteReason, readonly entryName: string | null, readonly field: string, readonly detail: string | null }> | null, readonly entries: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly keys: ReadonlyArray<string>, readonly secondaryKeys: ReadonlyArray<string>, readonly logic: LoreLogic, readonly caseSensitive: boolean, readonly wholeWords: boolean, readonly constant: boolean, readonly enabled: boolean, readonly insertionOrder: number, readonly position: LorePosition, readonly depth: number, readonly role: LoreRole, readonly content: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null } | null };

export type PreviewLorebookQueryVariables = Exact<{
  id: string;
  text: string;
}>;


export type PreviewLorebookQuery = { readonly previewLorebook: ReadonlyArray<{ readonly keys: ReadonlyArray<string>, readonly outcome: LoreOutcome, readonly tokens: number, readonly entry: { readonly id: string, readonly name: string, readonly position: LorePosition } }> | null };

export type ExportLorebookQueryVariables = Exact<{
  id: string;
}>;


export type ExportLorebookQuery = { readonly exportLorebook: { readonly json: string, readonly name: string } | null };

export type CreateLorebookMutationVariables = Exact<{
  input: CreateLorebookInput;
}>;


export type CreateLorebookMutation = { readonly createLorebook: { readonly lorebook: { readonly id: string, readonly name: string, readonly entryCount: number, readonly inEveryChatRoom: boolean, readonly characterId: string | null, readonly characterName: string | null, readonly roomIds: ReadonlyArray<string>, readonly characterIds: ReadonlyArray<string> } } };

export type ImportLorebookMutationVariables = Exact<{
  input: ImportLorebookInput;
}>;


export type ImportLorebookMutation = { readonly importLorebook: { readonly lorebook: { readonly id: string, readonly name: string, readonly entryCount: number, readonly inEveryChatRoom: boolean, readonly characterId: string | null, readonly characterName: string | null, readonly roomIds: ReadonlyArray<string>, readonly characterIds: ReadonlyArray<string> } } };

export type UpdateLorebookMutationVariables = Exact<{
  id: string;
  input: UpdateLorebookInput;
}>;


export type UpdateLorebookMutation = { readonly updateLorebook: { readonly lorebook: { readonly id: string, readonly name: string, readonly entryCount: number, readonly inEveryChatRoom: boolean, readonly characterId: string | null, readonly characterName: string | null, readonly roomIds: ReadonlyArray<string>, readonly characterIds: ReadonlyArray<string> } } };

export type DeleteLorebookMutationVariables = Exact<{
  id: string;
}>;


export type DeleteLorebookMutation = { readonly deleteLorebook: { readonly deletedLorebookId: string } };

export type AttachLorebookMutationVariables = Exact<{
  input: LorebookUseInput;
}>;


export type AttachLorebookMutation = { readonly attachLorebook: { readonly lorebook: { readonly id: string, readonly name: string, readonly entryCount: number, readonly inEveryChatRoom: boolean, readonly characterId: string | null, readonly characterName: string | null, readonly roomIds: ReadonlyArray<string>, readonly characterIds: ReadonlyArray<string> } } };

export type DetachLorebookMutationVariables = Exact<{
  input: LorebookUseInput;
}>;


export type DetachLorebookMutation = { readonly detachLorebook: { readonly lorebook: { readonly id: string, readonly name: string, readonly entryCount: number, readonly inEveryChatRoom: boolean, readonly characterId: string | null, readonly characterName: string | null, readonly roomIds: ReadonlyArray<string>, readonly characterIds: ReadonlyArray<string> } } };

export type PersonaFragment = { readonly id: string, readonly name: string, readonly description: string, readonly imageUrl: string | null, readonly isDefault: boolean, readonly tokenCount: number };

export type MyPersonasQueryVariables = Exact<{
  first?: number;
}>;


export type MyPersonasQuery = { readonly myPersonas: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string, readonly imageUrl: string | null, readonly isDefault: boolean, readonly tokenCount: number }> } | null };

export type RoomPersonaQueryVariables = Exact<{
  id: string;
}>;


export type RoomPersonaQuery = { readonly room:
    | { readonly personaId: string | null }
    | { readonly personaId: string | null }
   | null };

export type CreatePersonaMutationVariables = Exact<{
  input: CreatePersonaInput;
}>;


export type CreatePersonaMutation = { readonly createPersona: { readonly persona: { readonly id: string, readonly name: string, readonly description: string, readonly imageUrl: string | null, readonly isDefault: boolean, readonly tokenCount: number } } };

export type UpdatePersonaMutationVariables = Exact<{
  id: string;
  input: UpdatePersonaInput;
}>;


export type UpdatePersonaMutation = { readonly updatePersona: { readonly persona: { readonly id: string, readonly name: string, readonly description: string, readonly imageUrl: string | null, readonly isDefault: boolean, readonly tokenCount: number } } };

export type DeletePersonaMutationVariables = Exact<{
  id: string;
}>;


export type DeletePersonaMutation = { readonly deletePersona: { readonly deletedPersonaId: string } };

export type SetDefaultPersonaMutationVariables = Exact<{
  id?: string | null | undefined;
}>;


export type SetDefaultPersonaMutation = { readonly setDefaultPersona: { readonly persona: { readonly id: string, readonly name: string, readonly description: string, readonly imageUrl: string | null, readonly isDefault: boolean, readonly tokenCount: number } | null } };

export type SetRoomPersonaMutationVariables = Exact<{
  roomId: string;
  personaId?: string | null | undefined;
}>;


export type SetRoomPersonaMutation = { readonly setRoomPersona: { readonly room:
      | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
     } };

export type StartRoomMutationVariables = Exact<{
  input: StartRoomInput;
}>;


export type StartRoomMutation = { readonly startRoom: { readonly replayed: boolean, readonly room:
      | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
    , readonly generation: { readonly id: string, readonly status: GenerationStatus, readonly attempt: number, readonly text: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly message: string, readonly model: string, readonly imageUrl: string | null, readonly regeneratesIndex: number | null, readonly continuesFrom: number | null, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly createdAt: string, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null } } };

export type SendMessageMutationVariables = Exact<{
  input: SendMessageInput;
}>;


export type SendMessageMutation = { readonly sendMessage: { readonly replayed: boolean, readonly generation: { readonly id: string, readonly status: GenerationStatus, readonly attempt: number, readonly text: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly message: string, readonly model: string, readonly imageUrl: string | null, readonly regeneratesIndex: number | null, readonly continuesFrom: number | null, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly createdAt: string, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null } } };

export type RegenerateMutationVariables = Exact<{
  roomId: string;
  index: number;
  expectedVersion?: number | null | undefined;
  inputData?: string | null | undefined;
  model?: string | null | undefined;
  searchAccess?: boolean;
  idempotencyKey?: string | null | undefined;
  timeZone?: string | null | undefined;
}>;


export type RegenerateMutation = { readonly regenerate: { readonly replayed: boolean, readonly generation: { readonly id: string, readonly status: GenerationStatus, readonly attempt: number, readonly text: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly message: string, readonly model: string, readonly imageUrl: string | null, readonly regeneratesIndex: number | null, readonly continuesFrom: number | null, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly createdAt: string, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null } } };

export type ContinueReplyMutationVariables = Exact<{
  roomId: string;
  index: number;
  expectedVersion?: number | null | undefined;
  model?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}>;


export type ContinueReplyMutation = { readonly continueReply: { readonly replayed: boolean, readonly generation: { readonly id: string, readonly status: GenerationStatus, readonly attempt: number, readonly text: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly message: string, readonly model: string, readonly imageUrl: string | null, readonly regeneratesIndex: number | null, readonly continuesFrom: number | null, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly createdAt: string, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null } } };

export type CancelGenerationMutationVariables = Exact<{
  id: string;
}>;


export type CancelGenerationMutation = { readonly cancelGeneration: { readonly generation: { readonly id: string, readonly status: GenerationStatus, readonly attempt: number, readonly text: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly message: string, readonly model: string, readonly imageUrl: string | null, readonly regeneratesIndex: number | null, readonly continuesFrom: number | null, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly createdAt: string, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null } } };

export type RemoveGenerationMutationVariables = Exact<{
  id: string;
}>;


export type RemoveGenerationMutation = { readonly removeGeneration: { readonly removedGenerationId: string } };

export type GenerationEventsSubscriptionVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type GenerationEventsSubscription = { readonly generation: { readonly generationId: string, readonly attempt: number, readonly offset: number, readonly delta: string, readonly thoughtsOffset: number | null, readonly thoughtsDelta: string | null, readonly thoughtsMs: number | null, readonly cursor: string, readonly status: GenerationStatus, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null } };

export type UpdateEntryMutationVariables = Exact<{
  input: UpdateLogEntryInput;
}>;


export type UpdateEntryMutation = { readonly updateLogEntry: { readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } } };

export type DeleteEntryMutationVariables = Exact<{
  roomId: string;
  index: number;
  expectedVersion?: number | null | undefined;
}>;


export type DeleteEntryMutation = { readonly deleteLogEntry: { readonly deletedIndex: number } };

export type ChooseAlternativeMutationVariables = Exact<{
  roomId: string;
  index: number;
  alternative: number;
  expectedVersion?: number | null | undefined;
}>;


export type ChooseAlternativeMutation = { readonly chooseAlternative: { readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } } };

export type CutLogMutationVariables = Exact<{
  roomId: string;
  fromIndex: number;
  expectedVersion?: number | null | undefined;
  expectedLastIndex?: number | null | undefined;
}>;


export type CutLogMutation = { readonly truncateLog: { readonly deletedFromIndex: number } };

export type RepliesOfRoomQueryVariables = Exact<{
  roomId: string;
}>;


export type RepliesOfRoomQuery = { readonly room:
    | { readonly generations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly text: string, readonly entry: { readonly index: number } | null }> } }
    | { readonly generations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly text: string, readonly entry: { readonly index: number } | null }> } }
   | null };

export type ReplyDetailsQueryVariables = Exact<{
  id: string;
}>;


export type ReplyDetailsQuery = { readonly generation: { readonly receipt: { readonly promptTokens: number, readonly replyTokens: number, readonly turnsKept: number, readonly turnsDropped: number } | null, readonly lore: ReadonlyArray<{ readonly lorebookName: string | null, readonly used: number, readonly entries: ReadonlyArray<{ readonly id: string, readonly name: string | null, readonly outcome: LoreOutcome }> | null }> | null } | null };

type Room_ChatRoom_Fragment = { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null };

type Room_OfficeRoom_Fragment = { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null };

export type RoomFragment =
  | Room_ChatRoom_Fragment
  | Room_OfficeRoom_Fragment
;

export type EntryFragment = { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null };

export type SourceFragment = { readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null };

export type GenerationFragment = { readonly id: string, readonly status: GenerationStatus, readonly attempt: number, readonly text: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly message: string, readonly model: string, readonly imageUrl: string | null, readonly regeneratesIndex: number | null, readonly continuesFrom: number | null, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly createdAt: string, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null };

export type CreateChatRoomMutationVariables = Exact<{
  input: ChatRoomInput;
}>;


export type CreateChatRoomMutation = { readonly createChatRoom: { readonly room: { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null } } };

export type CreateOfficeRoomMutationVariables = Exact<{
  input?: OfficeRoomInput | null | undefined;
}>;


export type CreateOfficeRoomMutation = { readonly createOfficeRoom: { readonly room: { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null } } };

export type UpdateRoomMutationVariables = Exact<{
  id: string;
  input: UpdateRoomInput;
}>;


export type UpdateRoomMutation = { readonly updateRoom: { readonly room:
      | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
     } };

export type CreateRoomExportLinkMutationVariables = Exact<{
  input: CreateRoomExportLinkInput;
}>;


export type CreateRoomExportLinkMutation = { readonly createRoomExportLink: { readonly url: string } };

export type ShareLinkFragment = { readonly id: string, readonly url: string, readonly title: string | null, readonly character: string | null, readonly roomId: string, readonly entryCount: number, readonly readable: boolean, readonly createdAt: string };

export type MyShareLinksQueryVariables = Exact<{ [key: string]: never; }>;


export type MyShareLinksQuery = { readonly myShareLinks: ReadonlyArray<{ readonly id: string, readonly url: string, readonly title: string | null, readonly character: string | null, readonly roomId: string, readonly entryCount: number, readonly readable: boolean, readonly createdAt: string }> | null };

export type CreateShareLinkMutationVariables = Exact<{
  roomId: string;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateShareLinkMutation = { readonly createShareLink: { readonly shareLink: { readonly id: string, readonly url: string, readonly title: string | null, readonly character: string | null, readonly roomId: string, readonly entryCount: number, readonly readable: boolean, readonly createdAt: string } } };

export type RevokeShareLinkMutationVariables = Exact<{
  id: string;
}>;


export type RevokeShareLinkMutation = { readonly revokeShareLink: { readonly revokedShareLinkId: string } };

export type SetRoomPinnedMutationVariables = Exact<{
  id: string;
  pinned: boolean;
}>;


export type SetRoomPinnedMutation = { readonly setRoomPinned: { readonly room:
      | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
     } };

export type MarkRoomReadMutationVariables = Exact<{
  id: string;
  upTo?: number | null | undefined;
}>;


export type MarkRoomReadMutation = { readonly markRoomRead: { readonly room:
      | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
     } };

export type DeleteRoomMutationVariables = Exact<{
  id: string;
}>;


export type DeleteRoomMutation = { readonly deleteRoom: { readonly deletedRoomId: string } };

export type RoomPageQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  pinned?: boolean | null | undefined;
  archived?: boolean | null | undefined;
}>;


export type RoomPageQuery = { readonly myRooms: { readonly nodes: ReadonlyArray<
      | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
    >, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };

export type RoomListEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type RoomListEventsSubscription = { readonly myRoomEvents: { readonly reset: boolean, readonly deletedRoomIds: ReadonlyArray<string>, readonly cursor: string, readonly rooms: ReadonlyArray<
      | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
    > } };

export type RoomEventsSubscriptionVariables = Exact<{
  roomId: string;
}>;


export type RoomEventsSubscription = { readonly roomEvents:
    | { readonly __typename: 'EntryAdded', readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } }
    | { readonly __typename: 'EntryChanged', readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } }
    | { readonly __typename: 'EntryDeleted', readonly index: number }
    | { readonly __typename: 'GenerationChanged', readonly generation: { readonly id: string, readonly status: GenerationStatus, readonly attempt: number, readonly text: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly message: string, readonly model: string, readonly imageUrl: string | null, readonly regeneratesIndex: number | null, readonly continuesFrom: number | null, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly createdAt: string, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null } }
    | { readonly __typename: 'LogCut', readonly fromIndex: number }
    | { readonly __typename: 'RoomChanged', readonly hasOlderEntries: boolean, readonly room:
        | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
        | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
       }
    | { readonly __typename: 'RoomDeleted', readonly roomId: string }
    | { readonly __typename: 'RoomSnapshot', readonly hasOlderEntries: boolean, readonly room:
        | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
        | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      , readonly entries: ReadonlyArray<{ readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null }>, readonly generations: ReadonlyArray<{ readonly id: string, readonly status: GenerationStatus, readonly attempt: number, readonly text: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly message: string, readonly model: string, readonly imageUrl: string | null, readonly regeneratesIndex: number | null, readonly continuesFrom: number | null, readonly position: number | null, readonly queueReason: QueueReason | null, readonly estimatedStartAt: string | null, readonly finishReason: FinishReason | null, readonly createdAt: string, readonly webSearch: { readonly state: WebSearchState, readonly query: string } | null, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null, readonly error: { readonly code: string, readonly message: string } | null, readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null } | null }> }
   };

export type EntryPageQueryVariables = Exact<{
  roomId: string;
  last?: number;
  before?: string | null | undefined;
}>;


export type EntryPageQuery = { readonly room:
    | { readonly entries: { readonly nodes: ReadonlyArray<{ readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null }>, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly startCursor: string | null } } }
    | { readonly entries: { readonly nodes: ReadonlyArray<{ readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null }>, readonly pageInfo: { readonly hasPreviousPage: boolean, readonly startCursor: string | null } } }
   | null };

export type AlternativesQueryVariables = Exact<{
  roomId: string;
  index: number;
}>;


export type AlternativesQuery = { readonly room:
    | { readonly entry: { readonly alternatives: ReadonlyArray<{ readonly number: number, readonly inputData: string, readonly outputData: string, readonly shown: boolean, readonly model: string | null, readonly finishReason: FinishReason | null }> } | null }
    | { readonly entry: { readonly alternatives: ReadonlyArray<{ readonly number: number, readonly inputData: string, readonly outputData: string, readonly shown: boolean, readonly model: string | null, readonly finishReason: FinishReason | null }> } | null }
   | null };

export type SearchEntriesQueryVariables = Exact<{
  query: string;
  roomId?: string | null | undefined;
  kind?: RoomKind | null | undefined;
  characterId?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  first?: number;
  after?: string | null | undefined;
}>;


export type SearchEntriesQuery = { readonly searchEntries: { readonly indexing: boolean, readonly nodes: ReadonlyArray<{ readonly room:
        | { readonly __typename: 'ChatRoom', readonly greeting: string | null, readonly greetingIndex: number, readonly characterVisible: boolean, readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly character: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
        | { readonly __typename: 'OfficeRoom', readonly id: string, readonly ownerId: string | null, readonly name: string | null, readonly proposedTitle: string | null, readonly instructions: string | null, readonly model: string | null, readonly archivedAt: string | null, readonly pinnedAt: string | null, readonly replyCount: number, readonly readReplies: number, readonly unread: boolean, readonly createdAt: string, readonly updatedAt: string, readonly acceptsFiles: boolean, readonly sampling: { readonly maxTokens: number | null, readonly temperature: number | null, readonly topP: number | null, readonly frequencyPenalty: number | null, readonly presencePenalty: number | null } | null, readonly persona: { readonly id: string, readonly name: string, readonly imageUrl: string | null } | null }
      , readonly entry: { readonly index: number, readonly version: number, readonly inputData: string, readonly outputData: string, readonly thoughts: string | null, readonly thoughtsMs: number | null, readonly model: string | null, readonly finishReason: FinishReason | null, readonly imgUrl: string | null, readonly alternativeCount: number, readonly createdAt: string, readonly sources: ReadonlyArray<{ readonly kind: SourceKind, readonly number: number, readonly title: string, readonly link: string | null, readonly file: string | null, readonly place: string | null, readonly ordinal: number | null, readonly passage: string | null }>, readonly attachments: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly sender: { readonly personaId: string | null, readonly personaName: string | null } | null }, readonly snippets: ReadonlyArray<{ readonly part: EntryPart, readonly text: string, readonly offset: number, readonly isCut: boolean, readonly highlights: ReadonlyArray<{ readonly start: number, readonly end: number }> }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } | null };
