import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import type { Person } from './support/person.js'
import { at } from './support/person.js'

let app: TestApp
let service: Person
beforeAll(async () => {
  app = await createTestApp({
    roles: 'app,chatlog',
    env: { PUBLIC_URL: 'http://here.example:81', IMAGE_HOST: 'img.example' },
  })
  service = app.chatLog()
})
afterAll(() => app.close())

const image = 'https://img.example/thumbnail?id=a_B-9'
const turn = { input_data: 'Hello', output_data: 'Ahoy' }
const result = (text: string) => ({ status: 200, body: { Result: text } })
const notFound = { status: 404, text: '{"detail":"Not found"}' }

/** A room of the service, and its operations. */
class Room {
  constructor(
    readonly folder: string,
    readonly id: string,
    readonly userId: string,
  ) {}

  static async create(folder = '/doclog/office', userId = 'guest'): Promise<Room> {
    const { body } = await service.rest('POST', `${folder}/create`, { user_id: userId })
    return new Room(folder, at(body, 'Document ID'), userId)
  }

  under(folder: string): Room {
    return new Room(folder, this.id, this.userId)
  }

  with(change: Partial<Pick<Room, 'id' | 'userId'>>): Room {
    return new Room(this.folder, change.id ?? this.id, change.userId ?? this.userId)
  }

  save(more: object = {}, headers: Record<string, string> = {}) {
    return service.rest('PUT', `${this.folder}/save_log`, { ...this.key, ...turn, ...this.image, ...more }, headers)
  }

  update(index: unknown, more: object = {}) {
    return service.rest('PUT', `${this.folder}/update_log`, { ...this.key, ...turn, ...this.image, index, ...more })
  }

  load(more: object = {}) {
    return service.rest('POST', `${this.folder}/load_log`, { ...this.key, ...more })
  }

  deleteEntry(index: unknown) {
    return service.rest('DELETE', `${this.folder}/delete_log`, { ...this.key, index })
  }

  delete() {
    return service.rest('DELETE', `${this.folder}/delete_room`, this.key)
  }

  async indexes(): Promise<number[]> {
    const { body } = await this.load()
    return (body as { index: number }[]).map(({ index }) => index)
  }

  get key() {
    return { user_id: this.userId, id: this.id }
  }

  get image() {
    return this.folder === '/doclog/office' ? {} : { img_url: image }
  }
}

describe('a room of the chat-log service', () => {
  it('is created, written and read', async () => {
    const room = await Room.create()
    expect(room.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(await room.load()).toMatchObject({ status: 200, body: [] })
    expect(await room.save()).toMatchObject(result(`Successfully added data to document with ID: ${room.id}`))
    expect(await room.load()).toMatchObject({
      status: 200,
      body: [{ index: 1, ...turn, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) }],
    })
  })
})
