import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { SearchServer } from '../support/ai-workers/search-server.js'
import type { Processes, Started } from '../support/app/processes.js'
import { leaveRunning } from './leave-running.js'
import type { Manifest } from './manifest.js'
import { ordinaryUse } from './ordinary-use.js'

/** `PUBLIC_URL` is in the addresses of images. */
const env = { PUBLIC_URL: 'http://localhost:8080' } as const
const settled =
  'scripted:?chunks=3&delayMs=1&thoughts=What%20is%20to%20be%20said%3F&reply=A%20reply%20that%20was%20finished.'
/** The first piece is late enough to be saved; nothing follows it. */
const stalled =
  'scripted:?chunks=3&firstDelayMs=3000&stallAt=2&reply=A%20reply%20that%20was%20cut%20off%20by%20a%20kill.'

/**
 * Uses a server of a release like its clients, kills it while it generates replies, and describes the remaining data.
 */
export async function makeDataFolder(processes: Processes, version: string): Promise<Manifest> {
  const start = (model: string, more = {}) =>
    processes.start({ ...env, ROLES: 'app,chatlog', CHATLOG_PORT: '0', LOCAL_MODEL: model, ...more })
  const engine = await SearchServer.open()
  engine.says(JSON.stringify({ results: [{ title: 'A page', content: 'What it says', url: 'https://x.example/' }] }))
  const first = await start(settled, { SEARCH_PROVIDER: 'searxng', SEARCH_URL: engine.url })
  const used = await ordinaryUse(first)
  await first.stop('SIGTERM')
  await engine.close()
  emptyWriteAheadLog(processes.dataDir)

  const images = join(processes.dataDir, 'images')
  const [installation = ''] = readdirSync(images)
  const store = join(images, installation)
  const displaced = join(processes.dataDir, 'displaced')
  const second = await start(stalled)
  const left = await withoutImages(second)
  const { characterId: _, ...kept } = used
  return { version, note, env, killedAt: Date.now(), ...kept, ...left }

  /** Makes the file store fail during the deletion of an account with an image, until the kill. */
  async function withoutImages(server: Started) {
    renameSync(store, displaced)
    writeFileSync(store, '')
    try {
      const active = await leaveRunning(server, used)
      await server.stop('SIGKILL')
      const { unpurged } = used
      return { active, unpurged: { ...unpurged, file: join('images', installation, unpurged.file) } }
    } finally {
      rmSync(store)
      renameSync(displaced, store)
    }
  }
}

/** Keeps the folder small: then the write-ahead log only has the writes of the second server. */
function emptyWriteAheadLog(dataDir: string): void {
  const database = new Sqlite(join(dataDir, 'parley.db'))
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

const note =
  'Made by `npm run release:keep`. Every secret, token and password in this folder is of test accounts and was made for this fixture.'
