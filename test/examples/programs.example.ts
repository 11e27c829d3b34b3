import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Person, at, password } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { InstalledExamples } from '../support/examples/installed.js'
import { ServerProxy, until } from '@parley/testing'

const programs = {
  'graphql-request': [process.execPath, 'dist/main.js'],
  'python-gql': ['.venv/bin/python', 'main.py'],
}
const names = Object.keys(programs) as (keyof typeof programs)[]
const processes = await Processes.create()

let examples: InstalledExamples
let server: Started

beforeAll(async () => {
  examples = await InstalledExamples.install(...names)
  server = await processes.start({ LOCAL_MODEL: 'scripted:?delayMs=60&chunks=60' })
}, 600_000)

afterAll(async () => {
  await server.stop('SIGTERM')
  await processes.close()
  examples.remove()
})

/** Starts the program of an example for a server. */
function start(name: keyof typeof programs, url: string, email: string) {
  const cwd = examples.folderOf(name)
  const [command = '', script = ''] = programs[name]
  const env = { PATH: process.env['PATH'], SERVER: url.replace(/\/$/, ''), EMAIL: email, PASSWORD: password }
  const child = spawn(command.startsWith('.') ? join(cwd, command) : command, [script, 'Ahoy'], { cwd, env })
  const out = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => (out.text += chunk))
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { out, ended }
}

describe.each(names)('the example with %s', (name) => {
  it('signs in, lists, sends, follows the reply through a cut where it was, and reads the log', async () => {
    const person = await Person.register(server.url, name)
    const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
    await person.data(create, { input: { name: `Captain of ${name}` } })
    const proxy = await ServerProxy.open(server.url)
    const { out, ended } = start(name, proxy.url, `${name}@example.com`)
    // after the list of characters, in one line
    const reply = () =>
      out.text
        .split(/^character .*\n/m)
        .slice(1)
        .at(-1)
        ?.split('\n')[0] ?? ''
    await until('the reply has begun', () => reply().length > 20)
    await proxy.cut()
    await proxy.lay()
    expect([await ended, out.text]).toEqual([0, expect.stringContaining(`: Captain of ${name}\n`)])
    await proxy.cut()
    const rooms = 'query { myRooms(first: 1) { nodes { entries(first: 9) { nodes { outputData } } } } }'
    const stored = at(await person.data(rooms), 'myRooms', 'nodes', 0, 'entries', 'nodes', 0, 'outputData')
    const [live = '', log = ''] = out.text.trimEnd().split('\n').slice(-2)
    // the pieces: what was sent before the cut is not sent again
    expect(live).toBe(stored)
    expect(log).toMatch(/^1\. \d{4}-\d\d-\d\dT\d\d:\d\d Ahoy: /)
    expect(log.endsWith(`: ${stored}`)).toBe(true)
  }, 60_000)

  it('fails with the reason when the password is wrong', async () => {
    const { out, ended } = start(name, server.url, 'unknown@example.com')
    expect(await ended).not.toBe(0)
    expect(out.text).toContain('Wrong e-mail address or password')
    expect(out.text).not.toContain(password)
  })
})
