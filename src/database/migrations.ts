import { CreateUsers1795219200000 } from './migrations/1795219200000-users-create.js'
import { CreateCharacters1795219200001 } from './migrations/1795219200001-characters-create.js'
import { CreateRooms1795219200002 } from './migrations/1795219200002-rooms-create.js'
import { CreateChatLogs1795219200003 } from './migrations/1795219200003-chat-logs-create.js'
import { CreateGenerations1795219200004 } from './migrations/1795219200004-generations-create.js'
import { CreateIdempotencyKeys1795219200005 } from './migrations/1795219200005-idempotency-keys-create.js'
import { AddLogRoomSource1795274400000 } from './migrations/1795274400000-chat-logs-add-room-source.js'
import { CreateSocialIdentities1795280100000 } from './migrations/1795280100000-social-identities-create.js'
import { CreateImages1795280200000 } from './migrations/1795280200000-images-create.js'
import { CreateInstallation1795280200001 } from './migrations/1795280200001-installation-create.js'
import { CreatePurges1795280300000 } from './migrations/1795280300000-purges-create.js'
import { AddCharacterHiddenByAdmin1795280300001 } from './migrations/1795280300001-characters-add-hidden-by-admin.js'
import { IndexCharactersCreatedAt1795280500000 } from './migrations/1795280500000-characters-index-created-at.js'
import { AddUserHandle1795280600000 } from './migrations/1795280600000-users-add-handle.js'
import { CreateRateLimits1795280700000 } from './migrations/1795280700000-rate-limits-create.js'
import { CreateServiceKeys1795280700001 } from './migrations/1795280700001-service-keys-create.js'
import { CreateVerification1795280710000 } from './migrations/1795280710000-verification-create.js'
import { AddPurgeLastError1795290300000 } from './migrations/1795290300000-purges-add-last-error.js'
import { AddInstallationChatLogStore1795300100000 } from './migrations/1795300100000-installation-add-chat-log-store.js'
import { CreateApiKeys1795340400000 } from './migrations/1795340400000-api-keys-create.js'
import { AddGenerationRegenerates1795370100000 } from './migrations/1795370100000-generations-add-regenerates.js'
import { CreateUsage1795370200000 } from './migrations/1795370200000-usage-create.js'
import { AddGenerationPromptEstimate1795370200001 } from './migrations/1795370200001-generations-add-prompt-estimate.js'
import { CreateSessions1795370300000 } from './migrations/1795370300000-sessions-create.js'
import { AddUserBan1795370300001 } from './migrations/1795370300001-users-add-ban.js'
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

/** In order. A released migration is never edited. */
export const migrations = [
  CreateUsers1795219200000,
  CreateCharacters1795219200001,
  CreateRooms1795219200002,
  CreateChatLogs1795219200003,
  CreateGenerations1795219200004,
  CreateIdempotencyKeys1795219200005,
  AddLogRoomSource1795274400000,
  CreateSocialIdentities1795280100000,
  CreateImages1795280200000,
  CreateInstallation1795280200001,
  CreatePurges1795280300000,
  AddCharacterHiddenByAdmin1795280300001,
  IndexCharactersCreatedAt1795280500000,
  AddUserHandle1795280600000,
  CreateRateLimits1795280700000,
  CreateServiceKeys1795280700001,
  CreateVerification1795280710000,
  AddPurgeLastError1795290300000,
  AddInstallationChatLogStore1795300100000,
  CreateApiKeys1795340400000,
  AddGenerationRegenerates1795370100000,
  CreateUsage1795370200000,
  AddGenerationPromptEstimate1795370200001,
  CreateSessions1795370300000,
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
]
