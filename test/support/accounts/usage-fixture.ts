import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@parley/testing'
import { createTestApp, type TestApp, type TestAppOptions } from '../app/app.js'
import { at, type Person } from '../app/person.js'
import { TappedGenerator } from '../replies/tapped-generator.js'
import { watch } from '../app/watch.js'

const policy = {
  BASIC: { messagesPerDay: 3, models: ['Local'], contextTokens: 512 },
  VIP: { messagesPerDay: false, tokensPerMonth: 27, concurrentGenerations: 2 },
}

export const noon = Date.parse('2030-01-30T12:00:00Z')
export const midnight = Date.parse('2030-01-31T00:00:00Z')
export const nextMonth = Date.parse('2030-02-01T00:00:00Z')

export const send = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } replayed } }`
export const usageQuery = `{ myUsage {
  membership messages { used limit resetsAt } tokens { used limit resetsAt }
  concurrentGenerations { used limit resetsAt } models contextTokens priority
} }`

type Limited = 'messages' | 'tokens' | 'concurrentGenerations'
type Counts = Readonly<Record<Limited, { readonly used: number }>>

export const usageOf = async (person: Person) => (await person.data(usageQuery))['myUsage'] as Counts
export const messagesOf = async (person: Person) => (await usageOf(person)).messages.used
export const tokensOf = async (person: Person) => (await usageOf(person)).tokens.used
export const atOnceOf = async (person: Person) => (await usageOf(person)).concurrentGenerations.used

/** Resolves when the server has noticed that the readers of completions have disconnected. */
export async function untilAtOnce(person: Person, count: number): Promise<void> {
  await until(
    `at most ${String(count)} replies run`,
    () => atOnceOf(person),
    (running) => running <= count,
  )
}

export const become = (person: Person, membership: 'BASIC' | 'VIP') =>
  person.data('mutation ($to: Membership!) { updateMembership(membership: $to) { account { id } } }', {
    to: membership,
  })

export const cancel = (person: Person, id: string) =>
  person.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }', { id })

/** Sends a message in a new room and returns the code of its refusal, if any. */
export async function trySending(person: Person, more: object = {}): Promise<string | undefined> {
  const [code] = await person.codes(send, { input: { roomId: await person.room(), text: 'Hello', ...more } })
  return code
}

/** Sends a message and waits for the end of its reply. */
export async function exchange(person: Person, roomId?: string): Promise<void> {
  const sent = await person.data(send, { input: { roomId: roomId ?? (await person.room()), text: 'Hello' } })
  await watch(person, at(sent, 'sendMessage', 'generation', 'id'))
}

/** An app with small limits, and with a clock and a worker that a test can replace. */
export class UsageFixture {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-policy-'))
  #app: TestApp | undefined
  readonly tap = new TappedGenerator()
  now = noon

  private constructor() {
    writeFileSync(join(this.#folder, 'policy.json'), JSON.stringify(policy))
  }

  static async open(): Promise<{ fixture: UsageFixture; app: TestApp }> {
    const fixture = new UsageFixture()
    fixture.#app = await fixture.start()
    return { fixture, app: fixture.#app }
  }

  /** Another app with the same policy, clock and worker; close it. */
  start({ env, ...options }: TestAppOptions = {}): Promise<TestApp> {
    return createTestApp({
      ...options,
      env: {
        // lists have only models with a key
        HOSTED_API_KEY: 'k',
        // longer than a month, because the clock moves by one
        JWT_TTL_MS: '9000000000',
        MEMBERSHIP_POLICY_FILE: join(this.#folder, 'policy.json'),
        LOCAL_MODEL: 'scripted:?reply=Hello%20there&chunks=2&delayMs=1',
        ...env,
      },
      wrap: this.tap.wrap,
      clock: () => this.now,
    })
  }

  /** An account whose membership is VIP. */
  async vip(): Promise<Person> {
    const person = await (this.#app ?? raise()).person('vip')
    await become(person, 'VIP')
    return person
  }

  /** Restores the state before a test. */
  reset(): void {
    this.now = noon
    this.tap.next = undefined
    this.tap.always = undefined
  }

  async close(): Promise<void> {
    await this.#app?.close()
    rmSync(this.#folder, { recursive: true })
  }
}

function raise(): never {
  throw new Error('the fixture is not open')
}
