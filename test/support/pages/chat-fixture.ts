import type { Browser, BrowserContextOptions } from 'playwright-core'
import { createTestApp, type TestApp } from '../app/app.js'
import { at, type Person } from '../app/person.js'
import { TappedGenerator } from '../replies/tapped-generator.js'
import { save } from '../rooms/log-queries.js'
import { ChatVisit } from './chat-visit.js'
import { openChromium } from './chromium.js'

/** The assistant answers with a model that sees pictures. */
export const seeingModel = {
  HOSTED_MODELS: '{"seer":{"model":"any","vision":true}}',
  HOSTED_API_KEY: 'key',
  OFFICE_DEFAULT_MODEL: 'seer',
}

/** A server with a browser, and a model whose replies the test gives. */
export class ChatFixture {
  private constructor(
    readonly app: TestApp,
    readonly tap: TappedGenerator,
    readonly browser: Browser,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<ChatFixture> {
    const tap = new TappedGenerator()
    const [app, browser] = await Promise.all([createTestApp({ roles: 'app', env, wrap: tap.wrap }), openChromium()])
    return new ChatFixture(app, tap, browser)
  }

  /** Prints what the pages show that are still open: a test that fails does not end its visits. */
  async close(): Promise<void> {
    for (const page of this.browser.contexts().flatMap((context) => context.pages())) {
      const text = await page.innerText('body', { timeout: 1_000 }).catch(() => 'no text')
      process.stderr.write(`left open: ${page.url()}\n${text}\n`)
    }
    await this.browser.close()
    await this.app.close()
  }

  /** A visit of this person, or of a guest. */
  async visit(person?: Person, options?: BrowserContextOptions): Promise<ChatVisit> {
    const visit = await ChatVisit.begin(this.browser, this.app.url, options)
    if (person) await visit.signIn(person.username)
    return visit
  }

  /** An office room with these messages and replies. */
  async room(person: Person, ...entries: readonly (readonly [message: string, reply: string])[]): Promise<string> {
    const roomId = await person.room()
    for (const [inputData, outputData] of entries) await person.data(save, { input: { roomId, inputData, outputData } })
    return roomId
  }

  /** Creates a public character; returns its id. */
  async character(person: Person, input: Readonly<Record<string, unknown>>): Promise<string> {
    const made = await person.data(
      'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }',
      { input: { visibility: 'PUBLIC', greeting: 'Ahoy!', context: 'A sailor.', ...input } },
    )
    return at(made, 'createCharacter', 'character', 'id')
  }
}
