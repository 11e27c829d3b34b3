import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ask, signIn } from './client.js'
import { startServer } from './processes.js'
import type { ServerProcess } from './processes.js'

/** Servers on the same rows, and somebody whom all of them know. */
export interface FilledServers<Name extends string> {
  readonly parley: ServerProcess
  readonly bare: Readonly<Record<Name, ServerProcess>>
  readonly token: string
  stop(): Promise<void>
}

export interface FilledServersOptions<Name extends string> {
  /** A folder of the bench's own. */
  readonly folder: string
  readonly characters: number
  /** Name and path of the programs that Parley is compared with. */
  readonly bare: Readonly<Record<Name, { readonly name: string; readonly program: string }>>
}

const secret = 'a secret of the bench, long enough for HS512: sixty-four bytes at the least'

/** Fills a data folder through Parley, then starts all of them, the bare ones on copies of its file. */
export async function startFilledServers<Name extends string>(
  options: FilledServersOptions<Name>,
): Promise<FilledServers<Name>> {
  const dataDir = join(options.folder, 'parley')
  mkdirSync(dataDir, { recursive: true })
  const parleyProgram = {
    name: 'Parley',
    args: ['--enable-source-maps', 'dist/src/main.js'],
    env: {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      IMAGE_HOST: 'images.example',
      ROLES: 'app',
      LOCAL_MODEL: 'scripted:',
      JWT_SECRET: secret,
    },
    portName: 'APP_PORT',
    logFile: join(options.folder, 'parley.log'),
  }
  const filled = await startServer(parleyProgram)
  const token = await fill(filled.url, options.characters).finally(() => filled.stop())
  const started: ServerProcess[] = []
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()))
  }
  const keep = async (starting: Promise<ServerProcess>) => {
    const server = await starting
    started.push(server)
    return server
  }
  const startBare = async (key: string, { name, program }: { name: string; program: string }) => {
    const copy = join(options.folder, key)
    cpSync(dataDir, copy, { recursive: true })
    const server = await keep(
      startServer({
        name,
        args: ['--import', './tools/run-ts.mjs', program],
        env: { DATABASE_FILE: join(copy, 'parley.db'), JWT_SECRET: secret },
        portName: 'PORT',
        logFile: join(options.folder, `${key}.log`),
      }),
    )
    return [key, server] as const
  }
  try {
    const programs = Object.entries<{ name: string; program: string }>(options.bare)
    const bare = await Promise.all(programs.map(([key, program]) => startBare(key, program)))
    const parley = await keep(startServer(parleyProgram))
    return { parley, bare: Object.fromEntries(bare) as Record<Name, ServerProcess>, token, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(url: string, characters: number): Promise<string> {
  const token = await signIn(url, 'bench')
  const query = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  for (let number = 1; number <= characters; number += 1) {
    const name = `Character ${number}`
    const greeting = `Ahoy, I am number ${number}. What brings you to the harbour on a day like this?`
    const context = 'A retired captain who has seen every sea and likes to talk about it. '.repeat(5)
    const imageUrl = number % 2 === 0 ? `https://images.example/${number}.png` : null
    const input = { name, greeting, context, imageUrl }
    await ask(url, { query, variables: { input }, token })
  }
  return token
}
