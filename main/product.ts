import { DocumentReader } from '@parley/documents'
import { defaultContextSize } from '@parley/engine'
import { decodeHTML } from 'entities'
import { plainText } from '../pages/chat/markdown/plain-text.js'
import { lineOf } from '../rest-facade/contract/lines.js'
import { ActiveReplies } from '../src/admin/active-replies.js'
import { Dashboard } from '../src/admin/dashboard.js'
import { Queues } from '../src/admin/queues.js'
import { StoreTables } from '../src/admin/store-tables.js'
import { ApiKeys } from '../src/api-keys/api-keys.js'
import { Audit } from '../src/audit/audit.js'
import { Authors } from '../src/characters/authors.js'
import { Cards } from '../src/characters/cards/cards.js'
import { CharacterCosts } from '../src/characters/character-costs.js'
import { CharacterIndex } from '../src/characters/character-index.js'
import { Characters } from '../src/characters/characters.js'
import { guestName } from '../src/characters/placeholders.js'
import { AppendOnce } from '../src/chat-logs/append-once.js'
import { ChatLogs } from '../src/chat-logs/chat-logs.js'
import { EntrySearch } from '../src/chat-logs/entry-search.js'
import { LogCuts } from '../src/chat-logs/log-cuts.js'
import { LogImages } from '../src/chat-logs/log-images.js'
import { LogRooms } from '../src/chat-logs/log-rooms.js'
import { nameOf } from '../src/completions/completions.js'
import { canBeAllowed } from '../src/completions/key-models.js'
import type { Config } from '../src/config/config.js'
import { DataExports } from '../src/data-exports/data-exports.js'
import { ExportFiles } from '../src/data-exports/export-files.js'
import { RoomExports } from '../src/data-exports/room-exports.js'
import { Deletion } from '../src/deletion/deletion.js'
import { FileReading } from '../src/files/file-reading.js'
import { Files } from '../src/files/files.js'
import { MessageFiles } from '../src/files/message-files.js'
import { Idempotency } from '../src/idempotency/idempotency.js'
import { ImageEncoder } from '../src/images/image-encoder.js'
import { Images } from '../src/images/images.js'
import { InstallationSettings } from '../src/installation-settings/installation-settings.js'
import { ModelDecisions, readStoredModels } from '../src/installation-settings/model-settings.js'
import { Likes } from '../src/likes/likes.js'
import { Lorebooks } from '../src/lorebooks/lorebooks.js'
import { RoomLore } from '../src/lorebooks/room-lore.js'
import { ShownLore } from '../src/lorebooks/shown-lore.js'
import { Nodes } from '../src/nodes/nodes.js'
import { RoomFiles } from '../src/files/room-files.js'
import { Passages } from '../src/passages/passages.js'
import { Personas } from '../src/personas/personas.js'
import { ImageProbe } from '../src/ports/image-probe/image-probe.js'
import { GuestLimits } from '../src/rate-limits/guest-limits.js'
import { RateLimits } from '../src/rate-limits/rate-limits.js'
import { RoomChanges } from '../src/rooms/room-changes.js'
import { Rooms } from '../src/rooms/rooms.js'
import { TestRooms } from '../src/rooms/test-rooms.js'
import { AdminRoles } from '../src/sessions/admin-roles.js'
import { isActive } from '../src/sessions/ban.js'
import { Bans } from '../src/sessions/bans.js'
import { Callers } from '../src/sessions/callers.js'
import { RefreshTokens } from '../src/sessions/refresh-token.js'
import { SessionWatch } from '../src/sessions/session-watch.js'
import { Sessions } from '../src/sessions/sessions.js'
import { ShareLinks } from '../src/share-links/share-links.js'
import { Allowance } from '../src/usage/allowance.js'
import { tokensIn } from '../src/usage/tokens.js'
import { Accounts } from '../src/users/accounts.js'
import { AdminGuard } from '../src/users/admin-guard.js'
import { AdminList } from '../src/users/admin-list.js'
import { Admins } from '../src/users/admins.js'
import { Admission } from '../src/users/admission.js'
import { Approvals } from '../src/users/approvals.js'
import { canonicalAddress } from '../src/users/canonical.js'
import { DefaultsChanges } from '../src/users/defaults-changes.js'
import { Invitations } from '../src/users/invitations/invitations.js'
import { PasswordChanges } from '../src/users/password-changes.js'
import { PasswordLinks } from '../src/users/password-links.js'
import { Profiles } from '../src/users/profiles.js'
import { ProviderClaims } from '../src/users/social/provider-claims.js'
import { ProviderSignIns } from '../src/users/social/provider-sign-ins.js'
import { SocialAccounts } from '../src/users/social/social-accounts.js'
import { SocialLogins } from '../src/users/social/social-logins.js'
import { Tokens } from '../src/users/tokens.js'
import { Users } from '../src/users/users.js'
import { factsOf, isConfigured, modelNames } from './adapters/hosted.js'
import { createSocialProviders } from './adapters/social-providers.js'
import type { Foundations } from './foundations.js'
import { imageHostsOf } from './image-hosts.js'
import { createDoctor } from './use-cases/doctor.js'
import { createOutbox } from './use-cases/outbox.js'
import { createReplies } from './use-cases/replies.js'
import { createSecondFactors } from './use-cases/second-factors.js'
import { createVerification } from './use-cases/verification.js'

export type Product = ReturnType<typeof createProduct>

/** Builds the use cases with their collaborators. */
export function createProduct(config: Config, foundations: Foundations) {
  const { database, chatLogs: store, fileStore, jwtKey, clock, fileClock, log, bus, countTokens } = foundations
  const line = lineOf(config.apiLine)
  const adminList = new AdminList(config.adminEmails)
  const rateLimits = new RateLimits(database, { limits: config.rateLimits, canonical: canonicalAddress, clock })
  const { publicUrl, jwtLifetimeMs: lifetimeMs, refreshLifetimeMs } = config
  const tokens = new Tokens({ key: jwtKey, lifetimeMs, clock })
  const audit = new Audit(database, clock)
  const labels = config.social.map(({ name }) => name)
  const signIns = { hasPasswords: () => installationSettings.lastRead.passwordSignIn, providers: labels }
  const guard = new AdminGuard({ adminList, isActive, signIns, clock })
  const providerSignIns = new ProviderSignIns({ labels, clock })
  const encoder = new ImageEncoder()
  const installationSettings = new InstallationSettings(database, {
    rules: config.installationSettings,
    guard,
    audit,
    publicUrl,
    canDecode: (bytes) => encoder.canDecode(bytes),
    requireAnotherWay: (db, caller, admins) => providerSignIns.requireRecent(db, caller, admins),
    clock,
    log,
  })
  const isFactorRequired = async () => (await installationSettings.values()).adminSecondFactor === 'REQUIRED'
  const adminRoles = new AdminRoles({ database, adminList, isFactorRequired })
  const sessionWatch = new SessionWatch({ database, adminRoles, bus, log, clock })
  const admission = new Admission(installationSettings, adminList)
  const invitations = new Invitations({ database, guard, audit, publicUrl, clock, log })
  const senderName = async () => (await installationSettings.values()).name
  const parts = { admission, audit, rateLimits, sessionWatch, publicUrl, senderName }
  const verified = createVerification({ ...foundations, ...parts })
  const { proofs, accountNotices: notices } = verified
  const factorParts = {
    ...foundations,
    guard,
    audit,
    rateLimits,
    notices,
    sessionWatch,
    passkeySettings: config.passkeys,
    publicUrl,
    senderName,
  }
  const { secondFactors, secondStepsWith } = createSecondFactors(factorParts)
  const lasting = { refreshTokens: new RefreshTokens(jwtKey), refreshLifetimeMs, watch: sessionWatch }
  const sessions = new Sessions({
    database,
    tokens,
    ...lasting,
    rateLimits,
    notices,
    secondFactors,
    guard,
    audit,
    log,
    clock,
  })
  const areTermsOptional = line.has('optionalTerms')
  const approvals = new Approvals({ database, guard, audit, notices, clock, log })
  const joining = { admission, invitations, approvals }
  const users = new Users(database, { clock, sessions, rateLimits, proofs, ...joining, areTermsOptional })
  const providers = createSocialProviders(config, log, clock)
  const claimParts = { rules: config.claims, database, adminList, guard, audit, sessionWatch }
  const claims = new ProviderClaims({ ...claimParts, clock, log })
  const socialAccounts = new SocialAccounts(database, { ...joining, notices, sessionWatch, clock })
  const idempotency = new Idempotency(database, clock)
  const imageHosts = imageHostsOf(config)
  const imageUrls = { publicUrl, hosts: imageHosts }
  const images = new Images({ database, store: fileStore, encoder, idempotency, clock, fileClock, log, ...imageUrls })
  const { membershipSelfService } = config
  const roomChanges = new RoomChanges(bus)
  const characters = new Characters({
    database,
    users,
    images,
    idempotency,
    roomChanges,
    guard,
    adminList,
    audit,
    clock,
  })
  const outbox = createOutbox(foundations)
  const { purges } = outbox
  const { purger, store: purgeStore } = outbox
  const messageFiles = new MessageFiles({ database, clock })
  const passages = new Passages(database)
  const files = new Files({
    ...{ database, passages, store: fileStore, idempotency, purges: purgeStore, purger, clock, log },
    onWaiting: () => void fileReading.round(),
  })
  const fileReading = new FileReading({ database, files, passages, reader: new DocumentReader(), clock, log })
  const guestLimits = new GuestLimits(rateLimits)
  const { messageLimit } = config
  const guestRooms = async () => (await installationSettings.values()).guestRooms
  const shared = { database, audit, idempotency, purges, guestLimits, clock }
  const rooms = new Rooms({
    ...{ ...shared, chatLogs: store, characters, users, roomChanges, guestRooms },
    plainText: (text, isCut) => plainText(text, decodeHTML, isCut),
  })
  const imageProbe = line.has('servedImages') ? new ImageProbe({ hosts: imageHosts, log }) : undefined
  const logImages = new LogImages({ hosts: imageHosts, probe: imageProbe })
  const appendOnce = new AppendOnce(store, idempotency)
  const chatLogs = new ChatLogs({ rooms, store, appendOnce, images: logImages, roomChanges, guestLimits, messageFiles })
  const { membershipPolicy: policy, model } = config
  const models = modelNames(config)
  // that of an inference server is not known here
  const usualContext = model.local.kind === 'server' ? Infinity : defaultContextSize
  const charging = { policy, models, contextSize: model.contextSize ?? usualContext }
  const allowance = new Allowance({
    ...{ ...foundations, adminList, isActive, ...charging },
    withheldModels: (db) => readStoredModels(db, models),
  })
  const lorebooks = new Lorebooks({ database, characters, idempotency, tokensIn, clock })
  const roomLore = new RoomLore({ database, lorebooks, tokensIn })
  const roomFiles = new RoomFiles({ database, passages, tokensIn })
  const personas = new Personas({ database, rooms, images, idempotency, roomChanges, tokensIn, clock })
  const replyParts = {
    ...{ rooms, audit, characters, personas, images, messageFiles, idempotency, roomChanges, allowance, guestLimits },
    ...{ roomLore, roomFiles },
  }
  const modelDecisions = new ModelDecisions({
    ...{ database, guard, audit, allowance, models, clock, log },
    isConfigured: (name) => isConfigured(config, name),
    givenLabel: (name) => factsOf(config, name).label,
  })
  const storedModels = () => modelDecisions.stored()
  const made = createReplies(config, { ...foundations, ...replyParts, storedModels })
  const { running, replies } = made
  const bans = new Bans({ database, guard, audit, watch: sessionWatch, replies, clock, log })
  const keyModels = models.map(nameOf)
  const keyParts = { rateLimits, bans, sessionWatch, notices, isModel: (name: string) => canBeAllowed(name, keyModels) }
  const exportFiles = new ExportFiles({ database, chatLogs: store, fileStore, rooms, allowance })
  const dataExports = new DataExports({
    database,
    store: fileStore,
    files: exportFiles,
    notices,
    clock,
    log,
    publicUrl,
  })
  const callers = new Callers({ database, tokens, adminRoles, clock })
  const roomExports = new RoomExports({ database, chatLogs: store, rooms, callers, jwtKey, clock, publicUrl })
  const shareLinks = new ShareLinks({
    ...{ database, chatLogs: store, rooms, idempotency, rateLimits, isActive, jwtKey, clock, publicUrl },
    namelessGreeting: (room) => database.read((db) => characters.greetingIn(db, room, guestName)),
    isAllowed: async () => (await installationSettings.values()).shareLinks,
    // typesets formulas: loaded with the first copy
    htmlOf: async (text, sources) =>
      (await import('../pages/chat/markdown/static-html.js')).staticHtml(text, decodeHTML, sources),
  })
  const owned = { rooms, characters, images, files, dataExports, running, allowance, roomChanges }
  const ended = { ...outbox, ...owned, sessionWatch, guard, audit, canonicalAddress }
  const deletion = new Deletion({ database, chatLogs: store, ...ended })
  const loginParts = { accounts: socialAccounts, claims, sessions, rateLimits, publicUrl }
  const socialLogins = new SocialLogins(providers, loginParts)
  const claimingProvider = config.claims?.role && config.claims.provider.name
  return {
    nodes: new Nodes({ users, characters, rooms, chatLogs, replies }),
    users,
    accounts: new Accounts({ database, guard, audit, adminList, clock, log }),
    sessions,
    sessionWatch,
    secondFactors,
    secondSteps: secondStepsWith(sessions, socialLogins),
    callers,
    bans,
    defaultsChanges: new DefaultsChanges({
      database,
      requireModel: (caller, name) => made.roomSettings.requireModel(caller, name),
      clock,
    }),
    profiles: new Profiles({ database, images, guard, audit, notices, clock, membershipSelfService, log }),
    socialLogins,
    ...verified,
    apiKeys: new ApiKeys({ database, idempotency, ...keyParts, audit, clock, log }),
    characters,
    cards: new Cards({ database, characters, images, lorebooks }),
    lorebooks,
    personas,
    roomLore,
    roomFiles,
    shownLore: new ShownLore({ database, lorebooks }),
    likes: new Likes(database, characters, clock),
    authors: new Authors({ database, isActive, clock }),
    characterCosts: new CharacterCosts({ characters, rateLimits, countTokens, tokensIn }),
    characterIndex: new CharacterIndex(database),
    testRooms: new TestRooms({ database, rooms, characters, deletion, clock }),
    images,
    files,
    messageFiles,
    fileReading,
    rooms,
    chatLogs,
    entrySearch: new EntrySearch({ database, rooms, store }),
    logCuts: new LogCuts({ rooms, store, replies, roomChanges, messageFiles }),
    logRooms: new LogRooms({
      store,
      rooms,
      deletion,
      purges,
      images: logImages,
      appendOnce,
      roomChanges,
      messageFiles,
    }),
    ...made,
    messageLimit,
    allowance,
    roomChanges,
    dashboard: new Dashboard(database, clock),
    isConsolePublic: config.isConsolePublic,
    activeReplies: new ActiveReplies(database, running, audit),
    readServiceStatus: foundations.readServiceStatus,
    queues: new Queues(foundations.setQueuePaused, foundations.readServiceStatus, audit),
    dataExports,
    roomExports,
    shareLinks,
    admins: new Admins({ database, adminList, guard, audit, sessionWatch, claimingProvider, clock, log }),
    storeTables: new StoreTables(database),
    installationSettings,
    modelDecisions,
    invitations,
    approvals,
    audit,
    passwordChanges: new PasswordChanges({ database, rateLimits, admission, sessionWatch, notices, clock, log }),
    passwordLinks: new PasswordLinks({
      database,
      guard,
      audit,
      rateLimits,
      admission,
      sessionWatch,
      notices,
      publicUrl,
      clock,
      log,
    }),
    sendsMail: config.mail.smtp !== undefined,
    deletion,
    doctor: createDoctor({ ...foundations, rooms, running, purges, purger, audit }),
    purger,
  }
}
