import { join } from 'node:path'
import { createDatabase, type Engine } from './filled-databases.js'
import { nodeFlags, serverArgs, startServer, type ServerProcess } from './processes.js'

/** Servers with the same rows, and an account that exists on all of them. */
export interface FilledServers<Name extends string, Filling> {
  readonly parley: ServerProcess
  readonly bare: Readonly<Record<Name, ServerProcess>>
  readonly filling: Filling
  stop(): Promise<void>
}

export interface BareProgram {
  readonly name: string
  /** The path of the program. */
  readonly program: string
  readonly env?: Readonly<Record<string, string>>
}

export interface FilledServersOptions<Name extends string, Filling> {
  /** A folder that only the bench uses. */
  readonly folder: string
  /** SQLite when unset. */
  readonly engine?: Engine
  /** The port of Parley that is measured, and its settings in addition to the common ones. */
  readonly parley: { readonly portName: string; readonly env: Readonly<Record<string, string>> }
  /** Fills Parley's store through it. */
  readonly fill: (url: string) => Promise<Filling>
  /** Writes to the file of SQLite after Parley has stopped, for data that would be too slow over HTTP. */
  readonly fillFile?: (file: string, filling: Filling) => void
  /** The servers that Parley is compared with. */
  readonly bare: Readonly<Record<Name, BareProgram>>
}

const secret = 'a secret of the bench, long enough for HS512: sixty-four bytes at the least'

/** Fills a database through Parley, then starts all servers, the others on copies of it. */
export async function startFilledServers<Name extends string, Filling>(
  options: FilledServersOptions<Name, Filling>,
): Promise<FilledServers<Name, Filling>> {
  const database = await createDatabase(options.engine ?? 'SQLite', options.folder)
  const started: ServerProcess[] = []
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()))
    await database.drop()
  }
  const keep = async (starting: Promise<ServerProcess>) => {
    const server = await starting
    started.push(server)
    return server
  }
  const parleyProgram = {
    name: 'Parley',
    args: serverArgs,
    env: {
      DATA_DIR: database.dataDir,
      HOST: '127.0.0.1',
      LOCAL_MODEL: 'scripted:',
      JWT_SECRET: secret,
      ...database.env,
      ...options.parley.env,
    },
    portName: options.parley.portName,
    logFile: join(options.folder, 'parley.log'),
  }
  try {
    const filled = await startServer(parleyProgram)
    const filling = await options.fill(filled.url).finally(() => filled.stop())
    options.fillFile?.(join(database.dataDir, 'parley.db'), filling)
    const bare: [string, ServerProcess][] = []
    for (const [key, { name, program, env }] of Object.entries<BareProgram>(options.bare)) {
      const server = await keep(
        startServer({
          name,
          args: [...nodeFlags, '--import', './tools/run-ts.mjs', program],
          env: { DATABASE: await database.copy(key), JWT_SECRET: secret, ...env },
          portName: 'PORT',
          logFile: join(options.folder, `${key}.log`),
        }),
      )
      bare.push([key, server])
    }
    const parley = await keep(startServer(parleyProgram))
    return { parley, bare: Object.fromEntries(bare) as Record<Name, ServerProcess>, filling, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
