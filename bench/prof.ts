import { mkdtempSync, readdirSync } from 'node:fs'
import { startServer } from './processes.js'
import { ask, signIn } from './client.js'
import { runLoad } from './list/run-load.js'
const folder = mkdtempSync('/tmp/bench-')
const server = await startServer({
  name: 'p',
  args: ['--enable-source-maps', '--cpu-prof', `--cpu-prof-dir=${folder}`, 'dist/src/main.js'],
  env: { DATA_DIR: folder, HOST: '127.0.0.1', ROLES: 'app', LOCAL_MODEL: 'scripted:', IMAGE_HOST: 'images.example' },
  portName: 'APP_PORT',
  logFile: folder + '/log',
})
const token = await signIn(server.url, 'bench')
for (let n = 0; n < 30; n++)
  await ask(server.url, {
    token,
    query: 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }',
    variables: { input: { name: 'C' + n, greeting: 'Ahoy there', context: 'A captain. '.repeat(30) } },
  })
const query = `query Characters($first: Int) { characters(first: $first) { nodes { id name greeting context imageUrl visibility ownerId createdAt } pageInfo { hasNextPage endCursor } } }`
const r = await runLoad(server, {
  body: JSON.stringify({ query, variables: { first: 20 } }),
  connections: 8,
  durationMs: 8000,
  token: process.argv[2] ? token : undefined,
})
console.log(r)
await server.stop()
console.log(folder, readdirSync(folder))
