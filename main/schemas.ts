import type { GraphQLSchema } from 'graphql'
import { buildSchema } from '../resolvers/build-schema.js'
import { AccountResolver } from '../resolvers/accounts/account-resolver.js'
import { AccountsResolver } from '../resolvers/accounts/accounts-resolver.js'
import { ActiveGenerationsResolver } from '../resolvers/operators/active-generations-resolver.js'
import { AdminsResolver } from '../resolvers/accounts/admins-resolver.js'
import { ApprovalsResolver } from '../resolvers/accounts/approvals-resolver.js'
import { ApiKeysResolver, ApiKeyUsageResolver } from '../resolvers/accounts/api-keys-resolver.js'
import { AuditResolver } from '../resolvers/operators/audit-resolver.js'
import { BansResolver } from '../resolvers/accounts/bans-resolver.js'
import { CardsResolver, ImportedCardResolver } from '../resolvers/characters/cards-resolver.js'
import {
  CharacterSourceResolver,
  CharactersResolver,
  characterTextResolvers,
} from '../resolvers/characters/characters-resolver.js'
import { ChatLogsResolver } from '../resolvers/rooms/chat-logs-resolver.js'
import { ConsoleResolver } from '../resolvers/operators/console-resolver.js'
import { ChatRoomResolver } from '../resolvers/rooms/chat-room-resolver.js'
import { CompletionsResolver } from '../resolvers/replies/completions-resolver.js'
import { DataExportsResolver } from '../resolvers/accounts/data-exports-resolver.js'
import { DefaultsResolver } from '../resolvers/accounts/defaults-resolver.js'
import { DeletionResolver } from '../resolvers/accounts/deletion-resolver.js'
import { DoctorResolver } from '../resolvers/operators/doctor-resolver.js'
import { DashboardResolver } from '../resolvers/operators/dashboard-resolver.js'
import { EntrySearchResolver, FoundEntryResolver, SnippetResolver } from '../resolvers/rooms/entry-search-resolver.js'
import { GalleryResolver, TestRoomResolver } from '../resolvers/characters/gallery-resolver.js'
import { GenerationEventResolver, GenerationResolver } from '../resolvers/replies/generation-resolver.js'
import { InstallationResolver } from '../resolvers/operators/installation-resolver.js'
import { InvitationsResolver } from '../resolvers/accounts/invitations-resolver.js'
import { LikeResolver, LikesResolver } from '../resolvers/characters/likes-resolver.js'
import { LogEntryResolver } from '../resolvers/rooms/log-entry-resolver.js'
import { LogRoomsResolver } from '../resolvers/rooms/log-rooms-resolver.js'
import { LoreResolver } from '../resolvers/replies/lore-resolver.js'
import { GenerationPersonaResolver, PersonaUseResolver } from '../resolvers/replies/persona-use-resolver.js'
import { PersonasResolver } from '../resolvers/characters/personas-resolver.js'
import { LorebooksResolver } from '../resolvers/characters/lorebooks-resolver.js'
import { NodesResolver } from '../resolvers/nodes/nodes-resolver.js'
import { OperatorResolver } from '../resolvers/operators/operator-resolver.js'
import { PasswordsResolver } from '../resolvers/accounts/passwords-resolver.js'
import { ProfilesResolver } from '../resolvers/accounts/profiles-resolver.js'
import { RegenerationsResolver } from '../resolvers/replies/regenerations-resolver.js'
import { ModelSettingsResolver } from '../resolvers/operators/model-settings-resolver.js'
import { ModelsResolver } from '../resolvers/replies/models-resolver.js'
import { RepliesResolver } from '../resolvers/replies/replies-resolver.js'
import { RolesResolver } from '../resolvers/accounts/roles-resolver.js'
import { RoomEventsResolver } from '../resolvers/rooms/room-events-resolver.js'
import { RoomListEventsResolver } from '../resolvers/rooms/room-list-events-resolver.js'
import { RoomExportsResolver } from '../resolvers/rooms/room-exports-resolver.js'
import { ShareLinksResolver } from '../resolvers/rooms/share-links-resolver.js'
import { FilesResolver, RoomFilesResolver } from '../resolvers/rooms/files-resolver.js'
import { SourceResolver } from '../resolvers/rooms/source-resolver.js'
import { RoomPersonaResolver } from '../resolvers/rooms/room-persona-resolver.js'
import { RoomsResolver } from '../resolvers/rooms/rooms-resolver.js'
import { SecondFactorsResolver } from '../resolvers/accounts/second-factors-resolver.js'
import { SessionsResolver } from '../resolvers/accounts/sessions-resolver.js'
import { SocialLoginsResolver } from '../resolvers/accounts/social-logins-resolver.js'
import { StoreTablesResolver } from '../resolvers/operators/store-tables-resolver.js'
import { UsageResolver } from '../resolvers/accounts/usage-resolver.js'
import { UsersResolver } from '../resolvers/accounts/users-resolver.js'
import { VerificationResolver } from '../resolvers/accounts/verification-resolver.js'
import type { Product } from './product.js'

/** The public schema, which `/graphql` serves and the REST facade uses. */
export function buildPublicSchema(product: Product): GraphQLSchema {
  return buildSchema(publicResolvers(product))
}

/** The public schema and the operations of listeners without accounts. Only executed in process, never served. */
export function buildServiceSchema(product: Product): GraphQLSchema {
  return buildSchema([
    ...publicResolvers(product),
    new LogRoomsResolver(product.logRooms),
    new AdminsResolver(product.admins),
    new OperatorResolver(product),
    new StoreTablesResolver(product.storeTables),
    new CompletionsResolver(product.completions),
  ])
}

function publicResolvers(product: Product): [object, ...object[]] {
  const { rooms, chatLogs, replies, characters, images } = product
  return [
    new NodesResolver(product.nodes),
    new UsersResolver(product.users, product.secondSteps, characters, images),
    new AccountsResolver(product.accounts, product.sessions),
    new SessionsResolver(product.sessions),
    new SecondFactorsResolver(product.secondFactors, product.secondSteps),
    new BansResolver(product.bans),
    new RolesResolver(product.admins),
    new InvitationsResolver(product.invitations),
    new ApprovalsResolver(product.approvals),
    new AccountResolver(images),
    new ProfilesResolver(product.profiles),
    new DefaultsResolver(product.defaultsChanges),
    new SocialLoginsResolver(product.socialLogins),
    new VerificationResolver(product.verification, product.passwordResets, product.accountRecovery),
    new PasswordsResolver(product.passwordChanges, product.passwordLinks),
    new ApiKeysResolver(product.apiKeys),
    new ApiKeyUsageResolver(product.allowance),
    new CharactersResolver(characters, images, product.personas),
    ...characterTextResolvers,
    new CharacterSourceResolver(),
    new CardsResolver(product.cards),
    new ImportedCardResolver(),
    new LorebooksResolver(product.lorebooks),
    new LoreResolver(product.shownLore),
    new PersonasResolver(product.personas, images),
    new RoomPersonaResolver(product.personas),
    new GenerationPersonaResolver(product.personas),
    new PersonaUseResolver(),
    new GalleryResolver(product),
    new TestRoomResolver(),
    new LikesResolver(product.likes),
    new LikeResolver(),
    new RoomsResolver(rooms, product.roomSettings),
    new ChatRoomResolver(product.personas),
    new FilesResolver(product.files),
    new RoomFilesResolver(),
    new SourceResolver(),
    new ChatLogsResolver(chatLogs, product.logCuts),
    new LogEntryResolver(),
    new EntrySearchResolver(product.entrySearch),
    new FoundEntryResolver(),
    new SnippetResolver(),
    new RepliesResolver(replies),
    new ModelsResolver(product.modelList),
    new RegenerationsResolver(product.regenerations),
    new GenerationResolver(rooms, chatLogs, replies, images),
    new GenerationEventResolver(chatLogs),
    new UsageResolver(product.allowance),
    new DataExportsResolver(product.dataExports),
    new RoomExportsResolver(product.roomExports),
    new ShareLinksResolver(product.shareLinks),
    new RoomEventsResolver(),
    new RoomListEventsResolver(),
    new DashboardResolver(product.dashboard),
    new ActiveGenerationsResolver(product.activeReplies, product.readServiceStatus),
    new DoctorResolver(product.doctor),
    new DeletionResolver(product.deletion),
    new ConsoleResolver(product.isConsolePublic),
    new AuditResolver(product.audit),
    new ModelSettingsResolver(product.modelDecisions),
    new InstallationResolver(product.installationSettings, product.secondFactors, product.sendsMail),
  ]
}
