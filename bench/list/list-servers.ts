import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ask, signIn } from '../client.js'
import { startServer } from '../processes.js'
import type { ServerProcess } from '../processes.js'

/** The servers on the same rows, and somebody whom all of them know. */
export interface ListServers {
  readonly parley: ServerProcess
  readonly apollo: ServerProcess
  readonly mercurius: ServerProcess
  readonly token: string
  stop(): Promise<void>
}

const characterCount = 60
const secret = 'a secret of the bench, long enough for HS512: sixty-four bytes at the least'

/** Fills a data folder through Parley, then starts all three, the bare ones on copies of its file. */
export async function startListServers(folder: string): Promise<ListServers> {
  const dataDir = join(folder, 'parley')
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
    logFile: join(folder, 'parley.log'),
  }
  const filled = await startServer(parleyProgram)
  const token = await fill(filled.url).finally(() => filled.stop())
  const bare = (name: string, program: string) => {
    const copy = join(folder, program)
    cpSync(dataDir, copy, { recursive: true })
    return startServer({
      name,
      args: ['--import', './tools/run-ts.mjs', `bench/list/${program}.ts`],
      env: { DATABASE_FILE: join(copy, 'parley.db'), JWT_SECRET: secret },
      portName: 'PORT',
      logFile: join(folder, `${program}.log`),
    })
  }
  const started: ServerProcess[] = []
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()))
  }
  const keep = async (starting: Promise<ServerProcess>) => {
    const server = await starting
    started.push(server)
    return server
  }
  try {
    const apollo = await keep(bare('Apollo Server + Express', 'apollo-server'))
    const mercurius = await keep(bare('mercurius', 'mercurius-server'))
    const parley = await keep(startServer(parleyProgram))
    return { parley, apollo, mercurius, token, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(url: string): Promise<string> {
  const token = await signIn(url, 'bench')
  const query = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  for (let number = 1; number <= characterCount; number += 1) {
    const name = `Character ${number}`
    const greeting = `Ahoy, I am number ${number}. What brings you to the harbour on a day like this?`
    const context = 'A retired captain who has seen every sea and likes to talk about it. '.repeat(5)
    const imageUrl = number % 2 === 0 ? `https://images.example/${number}.png` : null
    const input = { name, greeting, context, imageUrl }
    await ask(url, { query, variables: { input }, token })
  }
  return token
}
