import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from './processes.js'
import type { ServerProcess } from './processes.js'

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
  /** The port of Parley that is measured, and its settings in addition to the common ones. */
  readonly parley: { readonly portName: string; readonly env: Readonly<Record<string, string>> }
  /** Fills Parley's store through it. */
  readonly fill: (url: string) => Promise<Filling>
  /** Writes to the database file after Parley has stopped, for data that would be too slow over HTTP. */
  readonly fillFile?: (file: string, filling: Filling) => void
  /** The servers that Parley is compared with. */
  readonly bare: Readonly<Record<Name, BareProgram>>
}

const secret = 'a secret of the bench, long enough for HS512: sixty-four bytes at the least'

/** Fills a data folder through Parley, then starts all servers, the bare ones on copies of its database. */
export async function startFilledServers<Name extends string, Filling>(
  options: FilledServersOptions<Name, Filling>,
): Promise<FilledServers<Name, Filling>> {
  const dataDir = join(options.folder, 'parley')
  mkdirSync(dataDir, { recursive: true })
  const parleyProgram = {
    name: 'Parley',
    args: ['--enable-source-maps', 'dist/main/main.js'],
    env: {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      LOCAL_MODEL: 'scripted:',
      JWT_SECRET: secret,
      ...options.parley.env,
    },
    portName: options.parley.portName,
    logFile: join(options.folder, 'parley.log'),
  }
  const filled = await startServer(parleyProgram)
  const filling = await options.fill(filled.url).finally(() => filled.stop())
  options.fillFile?.(join(dataDir, 'parley.db'), filling)
  const started: ServerProcess[] = []
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()))
  }
  const keep = async (starting: Promise<ServerProcess>) => {
    const server = await starting
    started.push(server)
    return server
  }
  const startBare = async (key: string, { name, program, env }: BareProgram) => {
    const copy = join(options.folder, key)
    cpSync(dataDir, copy, { recursive: true })
    const server = await keep(
      startServer({
        name,
        args: ['--import', './tools/run-ts.mjs', program],
        env: { DATABASE_FILE: join(copy, 'parley.db'), JWT_SECRET: secret, ...env },
        portName: 'PORT',
        logFile: join(options.folder, `${key}.log`),
      }),
    )
    return [key, server] as const
  }
  try {
    const programs = Object.entries<BareProgram>(options.bare)
    const bare = await Promise.all(programs.map(([key, program]) => startBare(key, program)))
    const parley = await keep(startServer(parleyProgram))
    return { parley, bare: Object.fromEntries(bare) as Record<Name, ServerProcess>, filling, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
