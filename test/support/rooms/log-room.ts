import { type Person, at } from '../app/person.js'

export const storedImage = 'https://img.example/thumbnail?id=a_B-9'
export const turn = { input_data: 'Hello', output_data: 'Ahoy' }

/** A room of the chat-log service, as its clients identify it: a folder, an id and a user. */
export class LogRoom {
  constructor(
    private readonly service: Person,
    readonly folder: string,
    readonly id: string,
    readonly userId: string,
  ) {}

  static async create(service: Person, folder = '/doclog/office', userId = 'guest'): Promise<LogRoom> {
    const { body } = await service.rest('POST', `${folder}/create`, { user_id: userId })
    return new LogRoom(service, folder, at(body, 'Document ID'), userId)
  }

  /** The same room with another folder, id or user. */
  as(change: Partial<Pick<LogRoom, 'folder' | 'id' | 'userId'>>): LogRoom {
    const { folder, id, userId } = { ...this.#key, ...change }
    return new LogRoom(this.service, folder, id, userId)
  }

  save(more: object = {}, headers: Record<string, string> = {}) {
    return this.service.rest('PUT', `${this.folder}/save_log`, { ...this.#entry, ...more }, headers)
  }

  update(index: unknown, more: object = {}) {
    return this.service.rest('PUT', `${this.folder}/update_log`, { ...this.#entry, index, ...more })
  }

  load(more: object = {}) {
    return this.service.rest('POST', `${this.folder}/load_log`, { ...this.#body, ...more })
  }

  deleteEntry(index: unknown) {
    return this.service.rest('DELETE', `${this.folder}/delete_log`, { ...this.#body, index })
  }

  delete() {
    return this.service.rest('DELETE', `${this.folder}/delete_room`, this.#body)
  }

  async indexes(): Promise<number[]> {
    const { body } = await this.load()
    return (body as { index: number }[]).map(({ index }) => index)
  }

  get #key() {
    return { folder: this.folder, id: this.id, userId: this.userId }
  }

  get #body() {
    return { user_id: this.userId, id: this.id }
  }

  get #entry() {
    return { ...this.#body, ...turn, ...(this.folder === '/doclog/office' ? {} : { img_url: storedImage }) }
  }
}
