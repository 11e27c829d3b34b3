import 'reflect-metadata'
import { isInterfaceType } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { buildSchemaSync } from 'type-graphql'
import type { BuildSchemaOptions } from 'type-graphql'
import { roomType } from '../schema/rooms/room.js'
import type { ApiKeys } from '../src/api-keys/api-keys.js'
import type { Dashboard } from '../src/admin/dashboard.js'
import type { StoreTables } from '../src/admin/store-tables.js'
import type { Characters } from '../src/characters/characters.js'
import type { ChatLogs } from '../src/chat-logs/chat-logs.js'
import type { LogCuts } from '../src/chat-logs/log-cuts.js'
import type { LogRooms } from '../src/chat-logs/log-rooms.js'
import type { Completions } from '../src/completions/completions.js'
import type { Deletion } from '../src/deletion/deletion.js'
import type { Doctor } from '../src/doctor/doctor.js'
import type { Images } from '../src/images/images.js'
import type { Likes } from '../src/likes/likes.js'
import type { Regenerations } from '../src/replies/regenerations.js'
import type { Replies } from '../src/replies/replies.js'
import type { Rooms } from '../src/rooms/rooms.js'
import type { Bans } from '../src/sessions/bans.js'
import type { Sessions } from '../src/sessions/sessions.js'
import type { Allowance } from '../src/usage/allowance.js'
import type { Admins } from '../src/users/admins.js'
import type { PasswordResets } from '../src/users/password-resets.js'
import type { Profiles } from '../src/users/profiles.js'
import type { SocialLogins } from '../src/users/social/social-logins.js'
import type { Users } from '../src/users/users.js'
import type { Verification } from '../src/verification/verification.js'
import { AccountResolver } from './accounts/account-resolver.js'
import { AdminsResolver } from './accounts/admins-resolver.js'
import { ApiKeysResolver } from './accounts/api-keys-resolver.js'
import { authChecker } from './context/auth-checker.js'
import { BansResolver } from './accounts/bans-resolver.js'
import { CharactersResolver } from './characters/characters-resolver.js'
import { ChatLogsResolver } from './rooms/chat-logs-resolver.js'
import { ChatRoomResolver } from './rooms/chat-room-resolver.js'
import { CompletionsResolver } from './replies/completions-resolver.js'
import { countLongTexts } from './pipeline/count-long-texts.js'
import { DeletionResolver } from './accounts/deletion-resolver.js'
import { DoctorResolver } from './operators/doctor-resolver.js'
import { DashboardResolver } from './operators/dashboard-resolver.js'
import { GenerationEventResolver, GenerationResolver } from './replies/generation-resolver.js'
import { LikesResolver } from './characters/likes-resolver.js'
import { LogEntryResolver } from './rooms/log-entry-resolver.js'
import { LogRoomsResolver } from './rooms/log-rooms-resolver.js'
import { OperatorKeysResolver } from './operators/operator-keys-resolver.js'
import { ProfilesResolver } from './accounts/profiles-resolver.js'
import { RegenerationsResolver } from './replies/regenerations-resolver.js'
import { RepliesResolver } from './replies/replies-resolver.js'
import { RoomEventsResolver } from './rooms/room-events-resolver.js'
import { RoomsResolver } from './rooms/rooms-resolver.js'
import { SessionsResolver } from './accounts/sessions-resolver.js'
import { SocialLoginsResolver } from './accounts/social-logins-resolver.js'
import { StoreTablesResolver } from './operators/store-tables-resolver.js'
import { UsageResolver } from './accounts/usage-resolver.js'
import { UsersResolver } from './accounts/users-resolver.js'
import { validateInput } from './pipeline/validate-input.js'
import { VerificationResolver } from './accounts/verification-resolver.js'

/** The product as the resolvers see it. */
export interface UseCases {
  readonly users: Users
  readonly sessions: Sessions
  readonly bans: Bans
  readonly profiles: Profiles
  readonly socialLogins: SocialLogins
  readonly verification: Verification
  readonly passwordResets: PasswordResets
  readonly apiKeys: ApiKeys
  readonly characters: Characters
  readonly likes: Likes
  readonly images: Images
  readonly rooms: Rooms
  readonly chatLogs: ChatLogs
  readonly logCuts: LogCuts
  readonly replies: Replies
  readonly allowance: Allowance
  readonly regenerations: Regenerations
  readonly deletion: Deletion
  readonly dashboard: Dashboard
}

/** And as the resolvers of the service schema see it. */
export interface ServiceUseCases extends UseCases {
  readonly logRooms: LogRooms
  readonly admins: Admins
  readonly storeTables: StoreTables
  readonly doctor: Doctor
  readonly completions: Completions
}

/** The public schema: what `/graphql` serves and the REST facade is a client of. */
export function buildPublicSchema(useCases: UseCases): GraphQLSchema {
  return buildSchemaOf([...publicResolvers], publicInstances(useCases))
}

/** The public schema and what listeners for callers without an account need. Executed in process only, never served. */
export function buildServiceSchema(useCases: ServiceUseCases): GraphQLSchema {
  const { logRooms, admins, apiKeys, storeTables, doctor, completions } = useCases
  const own = [
    new LogRoomsResolver(logRooms),
    new AdminsResolver(admins),
    new OperatorKeysResolver(apiKeys),
    new StoreTablesResolver(storeTables),
    new DoctorResolver(doctor),
    new CompletionsResolver(completions),
  ]
  return buildSchemaOf([...publicResolvers, ...serviceResolvers], [...publicInstances(useCases), ...own])
}

const serviceResolvers = [
  LogRoomsResolver,
  AdminsResolver,
  OperatorKeysResolver,
  StoreTablesResolver,
  DoctorResolver,
  CompletionsResolver,
] as const

const publicResolvers = [
  UsersResolver,
  SessionsResolver,
  BansResolver,
  AccountResolver,
  ProfilesResolver,
  SocialLoginsResolver,
  VerificationResolver,
  ApiKeysResolver,
  CharactersResolver,
  LikesResolver,
  RoomsResolver,
  ChatRoomResolver,
  ChatLogsResolver,
  LogEntryResolver,
  RepliesResolver,
  RegenerationsResolver,
  GenerationResolver,
  GenerationEventResolver,
  UsageResolver,
  RoomEventsResolver,
  DashboardResolver,
  DeletionResolver,
] as const

function publicInstances(useCases: UseCases): object[] {
  const { users, profiles, socialLogins, verification, passwordResets, characters, likes, images } = useCases
  const { sessions, bans, apiKeys, rooms, chatLogs, logCuts, replies, regenerations, allowance, dashboard, deletion } =
    useCases
  return [
    new UsersResolver(users, characters, images),
    new SessionsResolver(sessions),
    new BansResolver(bans),
    new AccountResolver(images),
    new ProfilesResolver(profiles),
    new SocialLoginsResolver(socialLogins),
    new VerificationResolver(verification, passwordResets),
    new ApiKeysResolver(apiKeys),
    new CharactersResolver(characters, images),
    new LikesResolver(likes),
    new RoomsResolver(rooms),
    new ChatRoomResolver(),
    new ChatLogsResolver(chatLogs, logCuts),
    new LogEntryResolver(),
    new RepliesResolver(replies),
    new RegenerationsResolver(regenerations),
    new GenerationResolver(rooms, chatLogs, replies),
    new GenerationEventResolver(chatLogs),
    new UsageResolver(allowance),
    new RoomEventsResolver(),
    new DeletionResolver(deletion),
    new DashboardResolver(dashboard),
  ]
}

function buildSchemaOf(resolvers: BuildSchemaOptions['resolvers'], instances: readonly object[]): GraphQLSchema {
  const byClass = new Map<unknown, object>(instances.map((resolver) => [resolver.constructor, resolver]))
  const schema = buildSchemaSync({
    resolvers,
    container: { get: (resolver) => byClass.get(resolver) },
    authChecker,
    validateFn: validateInput,
    // every subscription brings its own source, but the library insists on one
    pubSub: { publish: () => undefined, subscribe: () => nothing() },
  })
  // type-graphql makes a promise of it, which compiled queries cannot take
  const room = schema.getType('Room')
  if (isInterfaceType(room)) room.resolveType = roomType
  countLongTexts(schema)
  return schema
}

async function* nothing(): AsyncGenerator<never> {
  // ends at once
}
