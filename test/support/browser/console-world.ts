import { CharacterTable } from '../../../src/database/tables/characters.js'
import { RoomTable } from '../../../src/database/tables/rooms.js'
import { ModelUsageTable } from '../../../src/database/tables/usage.js'
import { UserTable } from '../../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../app/app.js'
import { at, type Person } from '../app/person.js'
import { noise } from '../images/pictures.js'

const dayMs = 86_400_000

export const hostile = '<img src=x onerror="document.title=\'pwned\'">'
/** No page of the console may show it. */
export const secret = 'What I never told anyone'
/** Of a character that its owner has made private. */
export const privateGreeting = 'مرحبا بك'

const names = ['W'.repeat(100), 'مريم', '하늘이', hostile, 'Ada Lovelace', 'grace.hopper']
const characters: readonly { readonly name: string; readonly greeting?: string; readonly imageUrl?: string }[] = [
  { name: hostile, greeting: '<script>document.title="pwned"</script>' },
  { name: 'W'.repeat(100), greeting: 'x'.repeat(3_000) },
  { name: 'قبطان البحر', greeting: privateGreeting },
  { name: '👩‍🚀 Captain', greeting: '' },
  { name: 'مدربة السفن الكبيرة (الجديدة)', greeting: 'أهلا! هل أنت جاهز؟ (Captain)' },
  { name: 'Elsewhere', imageUrl: 'https://images.example/captain.png' },
]

/** A server with accounts, characters and replies that run and wait until they are cancelled. */
export interface ConsoleWorld {
  readonly app: TestApp
  readonly admin: Person
  readonly owner: Person
  readonly url: string
}

export async function openConsoleWorld(env: Record<string, string> = {}): Promise<ConsoleWorld> {
  const model = { LOCAL_MODEL: 'scripted:?stallAt=1', OFFICE_CONCURRENCY: '1' }
  const app = await createTestApp({ roles: 'app,admin', env: { ...model, ...env } })
  const [admin, owner] = [await app.admin(), await app.person('owner')]
  return { app, admin, owner, url: app.adminService().url }
}

/** A world with everything that the screens of the console show. */
export async function openFullConsoleWorld(): Promise<ConsoleWorld> {
  const world = await openConsoleWorld()
  await fillAccounts(world)
  await fillCharacters(world)
  await breakStores(world)
  await fillReplies(world)
  await world.admin.data('mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { url } }', {
    input: { maxUses: 20, role: 'USER', membership: 'VIP' },
  })
  return world
}

/** 45 accounts: some have difficult names, one is banned, one is an administrator too, one has usage and two await approval. */
export async function fillAccounts({ app, admin }: ConsoleWorld): Promise<void> {
  const now = Date.now()
  await app.app.database.write(async (db) => {
    for (let number = 43; number >= 1; number -= 1) {
      const username = names[number - 1] ?? `Person ${String(number)}`
      const email = `person${String(number)}@example.org`
      const keys = { usernameKey: username.toLowerCase(), emailKey: email }
      const createdAt = now - number * dayMs
      const membership = number % 5 === 0 ? 'VIP' : 'BASIC'
      const role = number === 7 ? 'ADMIN' : 'USER'
      const rest = { membership, role, emailVerified: number % 2 === 0, createdAt, updatedAt: createdAt } as const
      const awaitingApprovalSince = number === 10 || number === 14 ? createdAt : null
      const id = await db.insertReturningId(UserTable, { username, email, ...keys, ...rest, awaitingApprovalSince })
      if (username !== 'grace.hopper') continue
      const today = Math.ceil(now / dayMs) * dayMs
      const usage = { userId: id, messages: 3, tokens: 1_200 }
      await db.insert(ModelUsageTable, { ...usage, endsAt: today, model: 'Local' })
      await db.insert(ModelUsageTable, { ...usage, endsAt: today - 3 * dayMs, model: 'reasoner' })
    }
  })
  const banned = await app.person('spammer')
  const until = new Date(now + 30 * 86_400_000).toISOString()
  await admin.data(
    'mutation ($id: ID!, $until: DateTime) { banUser(id: $id, reason: "spam in names", until: $until) { account { id } } }',
    {
      id: banned.id,
      until,
    },
  )
}

/** 30 characters, the newest with difficult texts and one with a picture that is stored here. */
export async function fillCharacters({ app, owner }: ConsoleWorld): Promise<void> {
  const now = Date.now()
  await app.app.database.write(async (db) => {
    for (let number = 0; number < 29; number += 1) {
      const { name = `Character ${String(number)}`, greeting, imageUrl } = characters[number] ?? {}
      const createdAt = now - (number + 1) * 3_600_000
      const texts = {
        name,
        nameKey: name,
        greeting: greeting ?? 'Ahoy! Where are we bound?',
        imageUrl: imageUrl ?? null,
      }
      const ownerId = number % 7 === 6 ? null : Number(owner.id)
      await db.insert(CharacterTable, {
        ...texts,
        isPublic: number % 3 !== 2,
        ownerId,
        createdAt,
        updatedAt: createdAt,
      })
    }
  })
  const form = new FormData()
  form.append('image', new Blob([await noise(64, 64).png().toBuffer()], { type: 'image/png' }), 'captain.png')
  const uploaded = await owner.rest('POST', '/images', form)
  const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  await owner.data(create, {
    input: { name: 'Painted', greeting: 'Welcome aboard, {{user}}! I am {{char}}.', imageId: at(uploaded.body, 'id') },
  })
}

/** A reply that runs and one that waits; returns their ids. */
export async function fillReplies({ app, owner }: ConsoleWorld): Promise<readonly [string, string]> {
  const other = await app.person('waiting')
  return [await owner.say(await owner.room(), secret), await other.say(await other.room(), secret)]
}

/** Two findings: a character that shows an image that is gone, and a reply whose room is gone. */
export async function breakStores({ app, admin, owner }: ConsoleWorld): Promise<void> {
  const lost = await app.person('lost')
  const roomId = await lost.room()
  const id = await lost.say(roomId, secret)
  await admin.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id })
  const past = Date.now() - 86_400_000
  await app.app.database.write(async (db) => {
    await db.delete(RoomTable, { roomId })
    const imageId = '00000000-0000-4000-8000-000000000000'
    const values = { name: 'Frameless', nameKey: 'frameless', imageId, ownerId: Number(owner.id) }
    await db.insert(CharacterTable, { ...values, createdAt: past, updatedAt: past })
  })
}
