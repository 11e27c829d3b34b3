import { apiLines, type ApiLine } from '../../../src/limits.js'
import { createTestApp, type TestApp } from '../app/app.js'
import { ImageServer } from '../images/image-server.js'
import { servedDocuments, type ServedDocuments } from './line-documents.js'
import { ChatLogCaller, type Person } from '../app/person.js'

/** A running app of one line, with its accounts. */
export interface Site {
  readonly line: ApiLine
  readonly app: TestApp
  readonly service: Person
  readonly ada: Person
  readonly admin: Person
  /** The administrator as a client of the chat-log service. */
  readonly adminThere: Person
  readonly documents: ServedDocuments
}

/** One app for each line; their images are stored by one real server. */
export class LineSites {
  private constructor(
    readonly images: ImageServer,
    private readonly sites: ReadonlyMap<ApiLine, Site>,
  ) {}

  static async open(): Promise<LineSites> {
    const images = await ImageServer.open()
    const sites = await Promise.all(apiLines.map((line) => openSite(line, images)))
    return new LineSites(images, new Map(sites.map((site) => [site.line, site])))
  }

  of(line: ApiLine): Site {
    const site = this.sites.get(line)
    if (!site) throw new Error(`no app of line ${line}`)
    return site
  }

  async close(): Promise<void> {
    await Promise.all([...this.sites.values()].map(({ app }) => app.close()))
    await this.images.close()
  }
}

async function openSite(line: ApiLine, images: ImageServer): Promise<Site> {
  const app = await createTestApp({ roles: 'app,chatlog', env: { API_LINE: line, IMAGE_HOST: images.host } })
  const [ada, admin] = await Promise.all([app.person('ada'), app.admin()])
  const service = app.chatLog()
  const adminThere = new ChatLogCaller(service.url, '', '', admin.token)
  const documents = await servedDocuments(app.stranger(), service)
  return { line, app, service, ada, admin, adminThere, documents }
}
