import type { Logger } from '@parley/runtime'
import { createTestApp, type TestApp } from '../app/app.js'
import { at, type Person } from '../app/person.js'
import { noise } from './pictures.js'
import { openTestImages, type TestImages } from './test-bucket.js'

export const hour = 3_600_000
export const mebibyte = 1_048_576
export const publicUrl = 'https://img.example:8443'

/** Parts of a form: text, or a file by its bytes. */
export type Parts = readonly (readonly [name: string, value: string | Buffer, fileName?: string])[]

const badRequest = (message: string) => ({ status: 400, body: { detail: 'Bad request', message } })

/** The texts of refused files. */
export const refused = {
  missing: badRequest('No image was sent'),
  empty: badRequest('The image is empty'),
  otherType: badRequest('The image must be a JPEG, PNG, GIF or WebP'),
  noDocumentedType: badRequest('The image must be a JPEG, PNG or GIF'),
  animatedWebp: badRequest('A WebP must not be animated'),
  tooLarge: badRequest('The image must have at most 5 MiB'),
  unreadable: badRequest('The image cannot be read'),
  tooMuch: badRequest('The image has too many pixels or frames'),
  otherPart: badRequest('Unexpected file part'),
  several: badRequest('Too many files'),
  tooLargeForm: badRequest('The upload is too large'),
  malformed: badRequest('Malformed upload'),
  payload: { status: 413, body: { detail: 'Payload too large' } },
  unsupported: { status: 415, body: { detail: 'Unsupported media type' } },
} as const

export const create =
  'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id imageUrl } } }'
export const updateProfile =
  'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { profileImageUrl } } }'
export const urlOf = (id: string) => `${publicUrl}/thumbnail?id=${id}`
export const padded = (bytes: Buffer, length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)])

/** An app with images, two people, and a clock that can be moved forward. */
export class ImageFixture {
  private constructor(
    private readonly time: { aheadMs: number },
    readonly app: TestApp,
    /** The stored images, past the listeners. */
    readonly images: TestImages,
    readonly ada: Person,
    readonly bob: Person,
    /** A picture of 6 by 4 pixels. */
    readonly png: Buffer,
    readonly lines: readonly { readonly fields: object; readonly event: string }[],
  ) {}

  static async open(): Promise<ImageFixture> {
    const lines: { readonly fields: object; readonly event: string }[] = []
    const take = (fields: object, event: string) => void lines.push({ fields, event })
    const log: Logger = { debug: take, info: take, warn: take, error: take }
    const time = { aheadMs: 0 }
    const clock = () => Date.now() + time.aheadMs
    const app = await createTestApp({ clock, log, env: { PUBLIC_URL: publicUrl, IMAGE_HOST: 'cdn.example' } })
    const png = await noise(6, 4).png().toBuffer()
    const images = await openTestImages({ dataDir: app.dataDir, database: app.app.database })
    return new ImageFixture(time, app, images, await app.person('ada'), await app.person('bob'), png, lines)
  }

  readonly clock = () => Date.now() + this.time.aheadMs

  /** How far the clock is ahead. */
  set aheadMs(ms: number) {
    this.time.aheadMs = ms
  }

  async close(): Promise<void> {
    await this.images.close()
    await this.app.close()
  }

  /** Sends a form as a browser does. */
  async submit(
    path: string,
    parts: Parts,
    { by = this.ada, key, method = 'POST' }: { by?: Person; key?: string; method?: string } = {},
  ) {
    const form = new FormData()
    for (const [name, value, fileName = 'a.png'] of parts)
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, new Blob([value]), fileName)
    const { status, body } = await by.rest(method, path, form, key === undefined ? {} : { 'idempotency-key': key })
    return { status, body: body as Record<string, unknown> }
  }

  /** Uploads an image; returns its id. */
  async upload(bytes = this.png, by = this.ada): Promise<string> {
    return at((await this.submit('/images', [['image', bytes]], { by })).body, 'id')
  }

  async fetched(id: string, init: RequestInit = {}) {
    const response = await fetch(`${this.app.url}/thumbnail?id=${id}`, init)
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  async statusOf(id: string): Promise<number> {
    return (await this.fetched(id)).status
  }

  /** Creates a character with GraphQL; returns the address of its image. */
  async imageUrlOf(input: object, by = this.ada): Promise<unknown> {
    const { createCharacter } = await by.data(create, { input: { name: 'Grace', ...input } })
    return (createCharacter as { character: { imageUrl: unknown } }).character.imageUrl
  }

  /** Gives an account a profile image; returns its id. */
  async profileImage(of: Person): Promise<string> {
    const { body } = await this.submit('/api/users/profile/image', [['profileImage', this.png]], { by: of })
    return new URL(at(body, 'imageUrl')).searchParams.get('id') ?? ''
  }

  sweep(): Promise<void> {
    return this.app.app.sweeper.sweep()
  }

  async isStored(id: string): Promise<boolean> {
    return (await this.images.store.find(id)) !== undefined
  }

  /** Those of the ids that the store has. */
  async stored(ids: readonly string[]): Promise<string[]> {
    const found = await Promise.all(ids.map((id) => this.isStored(id)))
    return ids.filter((_id, index) => found[index])
  }

  /** The number of stored images. */
  async count(): Promise<number> {
    const ids: string[] = []
    for await (const id of this.images.store.list()) ids.push(id)
    return ids.length
  }
}
