import type { EntitySchema } from 'typeorm'
import { LogEntryTable, LogRoomTable } from '@parley/chat-log-store/embedded'
import type { AnyTable, Driver } from '@parley/statements'
import { AccountNoticeTable } from './tables/account-notices.js'
import { AuditEntryTable } from './tables/audit-log.js'
import { ApiKeyTable } from './tables/api-keys.js'
import { CharacterCardTable, CharacterRankTable, CharacterTable, LikeTable } from './tables/characters.js'
import { DataExportTable } from './tables/data-exports.js'
import { FileTable } from './tables/files.js'
import { GenerationTable } from './tables/generations.js'
import { IdempotencyKeyTable } from './tables/idempotency-keys.js'
import { ImageTable, RoomImageTable } from './tables/images.js'
import { InstallationTable } from './tables/installation.js'
import { InstallationSettingTable } from './tables/installation-settings.js'
import { InvitationTable } from './tables/invitations.js'
import { InstanceTable } from './tables/instances.js'
import { LorebookTable, LorebookUseTable } from './tables/lorebooks.js'
import { PassageIndexTable, PassageTable, PostingsTable } from './tables/passages.js'
import { PasswordLinkTable } from './tables/password-links.js'
import { PasswordResetTable } from './tables/password-resets.js'
import { PersonaTable } from './tables/personas.js'
import { PurgeTable } from './tables/purges.js'
import { RateCountTable } from './tables/rate-limits.js'
import { RoomTable } from './tables/rooms.js'
import { FactorChallengeTable, RecoveryCodeTable, SecondFactorTable } from './tables/second-factors.js'
import { ServiceKeyTable } from './tables/service-keys.js'
import { SessionTable } from './tables/sessions.js'
import { ShareLinkTable } from './tables/share-links.js'
import { SocialIdentityTable } from './tables/social-identities.js'
import { ModelUsageTable, OpenCompletionTable, UsageCountTable } from './tables/usage.js'
import { TermsAgreementTable, UserTable } from './tables/users.js'
import { AddressProofTable, VerificationCodeTable } from './tables/verification.js'

/** Every table, with the column types of one engine. A table refers only to earlier ones. */
export function tables(driver: Driver): (EntitySchema & AnyTable)[] {
  return [
    UserTable.for(driver),
    TermsAgreementTable.for(driver),
    SocialIdentityTable.for(driver),
    CharacterTable.for(driver),
    LikeTable.for(driver),
    CharacterCardTable.for(driver),
    CharacterRankTable.for(driver),
    RoomTable.for(driver),
    PersonaTable.for(driver),
    LorebookTable.for(driver),
    LorebookUseTable.for(driver),
    FileTable.for(driver),
    PassageTable.for(driver),
    PassageIndexTable.for(driver),
    PostingsTable.for(driver),
    GenerationTable.for(driver),
    LogRoomTable.for(driver),
    LogEntryTable.for(driver),
    IdempotencyKeyTable.for(driver),
    ImageTable.for(driver),
    RoomImageTable.for(driver),
    DataExportTable.for(driver),
    ShareLinkTable.for(driver),
    InstallationTable.for(driver),
    InstallationSettingTable.for(driver),
    InvitationTable.for(driver),
    InstanceTable.for(driver),
    PurgeTable.for(driver),
    VerificationCodeTable.for(driver),
    AddressProofTable.for(driver),
    PasswordResetTable.for(driver),
    PasswordLinkTable.for(driver),
    RateCountTable.for(driver),
    ServiceKeyTable.for(driver),
    ApiKeyTable.for(driver),
    SessionTable.for(driver),
    UsageCountTable.for(driver),
    ModelUsageTable.for(driver),
    OpenCompletionTable.for(driver),
    AccountNoticeTable.for(driver),
    AuditEntryTable.for(driver),
    SecondFactorTable.for(driver),
    RecoveryCodeTable.for(driver),
    FactorChallengeTable.for(driver),
  ]
}
