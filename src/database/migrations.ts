import { AddUserBan1795370300001 } from './migrations/1795370300001-release-0.1.0.js'
import { WidenLogRoomUserId1795470000000 } from './migrations/1795470000000-chat-logs-widen-user-id.js'
import { AddInstallationKeyForm1795480000000 } from './migrations/1795480000000-installation-add-key-form.js'
import { AddGenerationInterruptions1795490740000 } from './migrations/1795490740000-generations-add-interruptions.js'
import { CreateInstances1795496000000 } from './migrations/1795496000000-instances-create.js'
import { AddGenerationOwner1795500000000 } from './migrations/1795500000000-generations-add-owner.js'
import { CreateLogSearch1795610000000 } from './migrations/1795610000000-log-search-create.js'
import { AddCharacterCardFields1795620000000 } from './migrations/1795620000000-characters-add-card-fields.js'
import { AddGenerationImage1795630000000 } from './migrations/1795630000000-generations-add-image.js'
import { AddRoomSettings1795650000000 } from './migrations/1795650000000-rooms-add-settings.js'
import { CreateDataExports1795680000000 } from './migrations/1795680000000-data-exports-create.js'
import { AddGenerationCancelledAt1795700000000 } from './migrations/1795700000000-generations-add-cancelled-at.js'
import { AddApiKeyLimits1795800000000 } from './migrations/1795800000000-api-keys-add-limits.js'
import { IndexLikes1795820000000 } from './migrations/1795820000000-likes-index.js'
import { CreateAccountNotices1795830000000 } from './migrations/1795830000000-account-notices-create.js'
import { AddLogRoomHolder1795840000000 } from './migrations/1795840000000-log-rooms-add-holder.js'
import { AddUserMailboxProved1795850000000 } from './migrations/1795850000000-users-add-mailbox-proved.js'
import { AddInstanceClock1795860000000 } from './migrations/1795860000000-instances-add-clock.js'
import { AddAccountNoticeLanguage1795870000000 } from './migrations/1795870000000-account-notices-add-language.js'
import { MergeLogSearchInSteps1795880000000 } from './migrations/1795880000000-log-search-merge-in-steps.js'
import { AddGenerationFinishReason1795890000000 } from './migrations/1795890000000-generations-add-finish-reason.js'
import { AddUserTimeZone1795891000000 } from './migrations/1795891000000-users-add-time-zone.js'
import { AddGenerationThoughts1795900000000 } from './migrations/1795900000000-generations-add-thoughts.js'
import { CreateInstallationSettings1795910000000 } from './migrations/1795910000000-installation-settings-create.js'
import { AddUserAwaitingApprovalSince1795920000000 } from './migrations/1795920000000-users-add-awaiting-approval-since.js'
import { CreateInvitations1795920000001 } from './migrations/1795920000001-invitations-create.js'
import { CreatePasswordLinks1795930000000 } from './migrations/1795930000000-password-links-create.js'
import { AddSessionKeptVersion1795930100000 } from './migrations/1795930100000-sessions-add-kept-version.js'
import { CreateAuditLog1795940000000 } from './migrations/1795940000000-audit-log-create.js'
import { AddSessionConfirmedAt1795940100000 } from './migrations/1795940100000-sessions-add-confirmed-at.js'
import { AddCharacterHiddenReason1795940200000 } from './migrations/1795940200000-characters-add-hidden-reason.js'
import { CreateModelUsage1795940300000 } from './migrations/1795940300000-model-usage-create.js'
import { CreateSecondFactors1795950000000 } from './migrations/1795950000000-second-factors-create.js'
import { AddUserRoleProvider1795960000000 } from './migrations/1795960000000-users-add-role-provider.js'
import { AddSocialIdentitySignedInAt1795960100000 } from './migrations/1795960100000-social-identities-add-signed-in-at.js'
import { AddApiKeyScopes1795960200000 } from './migrations/1795960200000-api-keys-add-scopes.js'
import { AddUserSignInClients1795970000000 } from './migrations/1795970000000-users-add-sign-in-clients.js'
import { AddDataExportOrigin1795971000000 } from './migrations/1795971000000-data-exports-add-origin.js'
import { AddFactorChallengeProviderUser1795983000000 } from './migrations/1795983000000-factor-challenges-add-provider-user.js'
import { AddRoomPinsAndReads1796000000000 } from './migrations/1796000000000-rooms-add-pins-and-reads.js'
import { IndexBeginnings1796000100000 } from './migrations/1796000100000-log-search-index-beginnings.js'
import { AddGenerationThoughtsMs1796100000000 } from './migrations/1796100000000-generations-add-thoughts-ms.js'
import { AddUserDefaults1796200000000 } from './migrations/1796200000000-users-add-defaults.js'
import { AddGenerationSources1796300000000 } from './migrations/1796300000000-generations-add-sources.js'
import { CreateShareLinks1796400000000 } from './migrations/1796400000000-share-links-create.js'
import { AddCharacterCardForm1796500000000 } from './migrations/1796500000000-character-cards-add-form.js'
import { CreateLorebooks1796510000000 } from './migrations/1796510000000-lorebooks-create.js'
import { AddCharacterNotes1796520000000 } from './migrations/1796520000000-characters-add-notes.js'
import { CreatePersonas1796530000000 } from './migrations/1796530000000-personas-create.js'
import { CreateCharacterRanks1796540000000 } from './migrations/1796540000000-character-ranks-create.js'
import { AddRoomTestOf1796541000000 } from './migrations/1796541000000-rooms-add-test-of.js'
import { AddRoomKeptGreeting1796542000000 } from './migrations/1796542000000-rooms-add-kept-greeting.js'
import { AddGenerationSender1796543000000 } from './migrations/1796543000000-generations-add-sender.js'
import { CreateFiles1796600000000 } from './migrations/1796600000000-files-create.js'
import { CreatePassages1796610000000 } from './migrations/1796610000000-passages-create.js'

/** In order. A released migration is never edited. */
export const migrations = [
  AddUserBan1795370300001,
  WidenLogRoomUserId1795470000000,
  AddInstallationKeyForm1795480000000,
  AddGenerationInterruptions1795490740000,
  CreateInstances1795496000000,
  AddGenerationOwner1795500000000,
  CreateLogSearch1795610000000,
  AddCharacterCardFields1795620000000,
  AddGenerationImage1795630000000,
  AddRoomSettings1795650000000,
  CreateDataExports1795680000000,
  AddGenerationCancelledAt1795700000000,
  AddApiKeyLimits1795800000000,
  IndexLikes1795820000000,
  CreateAccountNotices1795830000000,
  AddLogRoomHolder1795840000000,
  AddUserMailboxProved1795850000000,
  AddInstanceClock1795860000000,
  AddAccountNoticeLanguage1795870000000,
  MergeLogSearchInSteps1795880000000,
  AddGenerationFinishReason1795890000000,
  AddUserTimeZone1795891000000,
  AddGenerationThoughts1795900000000,
  CreateInstallationSettings1795910000000,
  AddUserAwaitingApprovalSince1795920000000,
  CreateInvitations1795920000001,
  CreatePasswordLinks1795930000000,
  AddSessionKeptVersion1795930100000,
  CreateAuditLog1795940000000,
  AddSessionConfirmedAt1795940100000,
  AddCharacterHiddenReason1795940200000,
  CreateModelUsage1795940300000,
  CreateSecondFactors1795950000000,
  AddUserRoleProvider1795960000000,
  AddSocialIdentitySignedInAt1795960100000,
  AddApiKeyScopes1795960200000,
  AddUserSignInClients1795970000000,
  AddDataExportOrigin1795971000000,
  AddFactorChallengeProviderUser1795983000000,
  AddRoomPinsAndReads1796000000000,
  IndexBeginnings1796000100000,
  AddGenerationThoughtsMs1796100000000,
  AddUserDefaults1796200000000,
  AddGenerationSources1796300000000,
  CreateShareLinks1796400000000,
  AddCharacterCardForm1796500000000,
  CreateLorebooks1796510000000,
  AddCharacterNotes1796520000000,
  CreatePersonas1796530000000,
  CreateCharacterRanks1796540000000,
  AddRoomTestOf1796541000000,
  AddRoomKeptGreeting1796542000000,
  AddGenerationSender1796543000000,
  CreateFiles1796600000000,
  CreatePassages1796610000000,
]
