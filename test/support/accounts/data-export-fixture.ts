import { expect } from '@jest/globals'
import type { Logger } from '@parley/runtime'
import type { FileStore } from '../../../src/ports/file-store/file-store.js'
import { createTestApp, type TestApp } from '../app/app.js'
import { at, password, Person } from '../app/person.js'
import { FailingPort } from '../failures/failing-port.js'
import { FreezingStore } from '../images/freezing-store.js'
import { noise } from '../images/pictures.js'
import { openTestImages, type TestImages } from '../images/test-bucket.js'
import { TappedGenerator } from '../replies/tapped-generator.js'

export const begin = 'mutation { exportMyData { dataExport { id status progress } } }'
export const newLink = 'mutation { createDataExportLink { url expiresAt } }'
const state = '{ myDataExport { id status progress expiresAt } }'

/** An app that exports data, with an file store that can freeze or fail, and with a clock that can be moved forward. */
export class DataExportFixture {
  readonly freezing = new FreezingStore()
  readonly tap = new TappedGenerator()
  /** The warnings that were logged. */
  readonly warnings: string[] = []
  aheadMs = 0
  app!: TestApp
  images!: TestImages
  files!: FailingPort<FileStore>

  static async open(): Promise<DataExportFixture> {
    const fixture = new DataExportFixture()
    const ignore = () => undefined
    const warn = (_fields: object, event: string) => void fixture.warnings.push(event)
    const log: Logger = { debug: ignore, info: ignore, warn, error: ignore }
    const fileStore = (store: FileStore) => {
      fixture.files = new FailingPort(fixture.freezing.wrap(store), { streams: ['list'] })
      return fixture.files.port
    }
    const wrap = { ...fixture.tap.wrap, fileStore }
    fixture.app = await createTestApp({ clock: () => Date.now() + fixture.aheadMs, log, wrap })
    fixture.images = await openTestImages({ dataDir: fixture.app.dataDir, database: fixture.app.app.database })
    return fixture
  }

  async close(): Promise<void> {
    await this.images.close()
    await this.app.close()
  }

  async stateOf(person: Person) {
    return (await person.data(state))['myDataExport'] as { id: string; status: string; progress: number } | null
  }

  /** Writes the export of the account until it has ended. */
  async written(person: Person): Promise<void> {
    while ((await this.stateOf(person))?.status === 'RUNNING') await this.app.app.product.dataExports.round()
  }

  async exported(person: Person): Promise<string> {
    const id = at(await person.data(begin), 'exportMyData', 'dataExport', 'id')
    await this.written(person)
    expect(await this.stateOf(person)).toMatchObject({ id, status: 'READY', progress: 1 })
    return id
  }

  /** The same person with a new token. */
  async signedIn({ id, username }: Person): Promise<Person> {
    const input = { email: `${username}@example.com`, password }
    const { login } = await this.app
      .stranger()
      .data('mutation ($input: LoginInput!) { login(input: $input) { token } }', { input })
    return new Person(this.app.url, id, username, at(login, 'token'))
  }

  /** A new link, at the address of the app. */
  async linkOf(person: Person): Promise<string> {
    const { pathname, search } = new URL(at(await person.data(newLink), 'createDataExportLink', 'url'))
    return this.app.url + pathname + search
  }

  async exportFiles(): Promise<string[]> {
    const names: string[] = []
    for await (const name of this.images.store.list()) if (name.startsWith('export-')) names.push(name)
    return names
  }
}

export async function fetched(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** What the button on the page of a link does. */
export const downloaded = (url: string) => fetched(url, { method: 'POST' })

export async function upload(person: Person): Promise<string> {
  const form = new FormData()
  form.append('image', new Blob([await noise(20, 20).webp().toBuffer()]))
  return at((await person.rest('POST', '/images', form)).body, 'id')
}
