import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFlags, startServer, type ServerProcess } from '../processes.js'

export type Contender = 'overwriting' | 'leaving'

export interface DeletionServer extends ServerProcess {
  readonly dataDir: string
}

/** What a server without the overwriting of deleted texts is: SQLite with its defaults. */
const file = 'packages/statements/src/database.js'
const leaving = [
  { file, find: 'secure_delete = ON', replace: 'secure_delete = OFF' },
  { file, find: 'wal_autocheckpoint = 0', replace: 'wal_autocheckpoint = 1000' },
  { file, find: 'await database.#cutLog(options);', replace: ';' },
]
const preloads: Readonly<Record<Contender, readonly string[]>> = {
  overwriting: [],
  leaving: ['--import', `./test/abuse/plant.mjs?${encodeURIComponent(JSON.stringify(leaving))}`],
}

/** The built server, as modules, in a folder of its own. */
export async function startDeletionServer(name: Contender, folder: string): Promise<DeletionServer> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const server = await startServer({
    name,
    args: [...nodeFlags, ...preloads[name], 'dist/modules/main/main.js'],
    env: {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      LOCAL_MODEL: 'scripted:',
      ROLES: 'app,chatlog,admin',
      APP_PORT: '0',
      ADMIN_PORT: '0',
    },
    portName: 'CHATLOG_PORT',
    logFile: join(folder, `${name}.log`),
  })
  return { ...server, dataDir }
}
