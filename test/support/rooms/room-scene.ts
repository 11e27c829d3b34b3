import { parse } from 'graphql'
import { createLogger } from '@parley/runtime'
import { buildServiceSchema } from '../../../main/schemas.js'
import { Pipeline } from '../../../resolvers/pipeline/pipeline.js'
import { createServiceContext } from '../../../resolvers/context/request-context.js'
import type { TestApp } from '../app/app.js'
import { at, type Person } from '../app/person.js'
import type { TappedGenerator } from '../replies/tapped-generator.js'

export interface RoomPeople {
  readonly ada: Person
  readonly author: Person
  readonly admin: Person
}

export async function roomPeople(app: TestApp): Promise<RoomPeople> {
  const [ada, author, admin] = await Promise.all([app.person('ada'), app.person('author'), app.admin()])
  return { ada, author, admin }
}

/** A room of Ada with a character of another account, and the operations that change it. */
export class RoomScene {
  readonly #service: Pipeline

  private constructor(
    readonly app: TestApp,
    readonly tap: TappedGenerator,
    readonly people: RoomPeople,
    readonly roomId: string,
    readonly characterId: string,
  ) {
    this.#service = new Pipeline(buildServiceSchema(app.app.product), createLogger('silent'))
  }

  /** With three saved entries and a fourth one from a reply. */
  static async set(app: TestApp, tap: TappedGenerator, people: RoomPeople): Promise<RoomScene> {
    const { ada, author } = people
    const made = await author.data('mutation { createCharacter(input: { name: "Grace" }) { character { id } } }')
    const characterId = at(made, 'createCharacter', 'character', 'id')
    const opened = await ada.data(
      'mutation ($id: ID) { createChatRoom(input: { characterId: $id, name: "Harbour" }) { room { id } } }',
      { id: characterId },
    )
    const roomId = at(opened, 'createChatRoom', 'room', 'id')
    const scene = new RoomScene(app, tap, people, roomId, characterId)
    for (const text of ['one', 'two', 'three']) await scene.save(text)
    await scene.reply()
    return scene
  }

  /** Runs a document as Ada; `$roomId` is the room and `$characterId` its character. */
  do(document: string, person: Person = this.people.ada): Promise<unknown> {
    const all = { roomId: this.roomId, characterId: this.characterId }
    const asked = Object.entries(all).filter(([name]) => document.includes(`$${name}`))
    const head = asked.length === 0 ? '' : `(${asked.map(([name]) => `$${name}: ID!`).join()})`
    return person.data(`mutation ${head} { ${document} }`, Object.fromEntries(asked))
  }

  /** Like `do`, for an operation that is refused; returns the codes. */
  refused(document: string): Promise<string[]> {
    return this.people.ada.codes(`mutation { ${document} }`)
  }

  save(inputData: string): Promise<unknown> {
    const variables = { input: { roomId: this.roomId, inputData, outputData: 'x' } }
    return this.people.ada.data(
      'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }',
      variables,
    )
  }

  /** Generates a complete reply; returns the id of the generation. */
  async reply(): Promise<string> {
    const id = await this.people.ada.say(this.roomId)
    await this.app.idle()
    return id
  }

  /** Runs an operation of the service schema with the room's address as `$room`. */
  async serve(document: string): Promise<unknown> {
    const context = createServiceContext(this.app.app.product, { requestId: '', ipAddress: null })
    const { data, errors } = await this.#service.execute({ document: parse(`mutation { ${document} }`), context })
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  /** The room's address in the chat-log service. */
  get address(): string {
    return `kind: CHATBOT, userId: "${this.people.ada.id}", roomId: "${this.roomId}"`
  }
}
