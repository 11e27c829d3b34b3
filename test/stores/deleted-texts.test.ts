import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Sqlite from 'libsql'
import { testServer, until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { runSql } from '../support/app/raw-sql.js'
import { UserTable } from '../../src/database/tables/users.js'
import { proved } from '../support/accounts/proved.js'
import { begin, upload } from '../support/accounts/data-export-fixture.js'
import { remove, save, truncate, update } from '../support/rooms/log-queries.js'

const onSqlite = testServer() === undefined ? describe : describe.skip

/** A room whose entries after the first have texts of different lengths, with the word at both ends. */
async function roomWith(person: Person, word: string, entries = 60): Promise<string> {
  const roomId = await person.room()
  // the title that is proposed for a room is of its first message
  await person.data(save, { input: { roomId, inputData: 'Hello', outputData: 'Aye' } })
  for (let number = 0; number < entries; number += 1) {
    const text = `${word} ${'x'.repeat((number * 97) % 900)} ${word}`
    await person.data(save, { input: { roomId, inputData: text, outputData: text } })
  }
  return roomId
}

async function character(person: Person, word: string): Promise<string> {
  const input = { name: word, greeting: word, context: `${word} ${word}`, description: word }
  const made = await person.data(
    'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }',
    { input },
  )
  return at(made, 'createCharacter', 'character', 'id')
}

const deleteRoom = (person: Person, id: string) =>
  person.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id })

const updateCharacter =
  'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { character { id } } }'
const updateRoom =
  'mutation ($id: ID!, $name: String!) { updateRoom(id: $id, input: { name: $name, instructions: $name }) { room { id } } }'

/** The files below the data folder, with their bytes as text. */
function* files(folder: string): Generator<{ readonly path: string; readonly text: string }> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (entry.isFile()) yield { path, text: readFileSync(path, 'latin1') }
  }
}

/** The files of the data folder that have a word, in any case. */
const filesWith = (dataDir: string, word: string) =>
  [...files(dataDir)].filter(({ text }) => text.toLowerCase().includes(word)).map(({ path }) => path)

type Act = () => Promise<unknown>

/** Each kind writes texts with a word, and returns what deletes or replaces them. */
const kinds: Readonly<Record<string, (ada: Person, word: string, app: TestApp) => Promise<Act>>> = {
  'a deleted entry': async (ada, word) => {
    const roomId = await roomWith(ada, word, 1)
    return () => ada.data(remove, { roomId, index: 2 })
  },
  'the end of a log': async (ada, word) => {
    const roomId = await roomWith(ada, word)
    return () => ada.data(truncate, { roomId, fromIndex: 2 })
  },
  'an edited message': async (ada, word) => {
    const roomId = await roomWith(ada, 'other', 1)
    await ada.data(save, { input: { roomId, inputData: word, outputData: 'Aye' } })
    return () => ada.data(update, { input: { roomId, index: 3, inputData: 'new', outputData: 'Aye' } })
  },
  'a room with its name, instructions, messages and replies': async (ada, word, app) => {
    const roomId = await roomWith(ada, word)
    await ada.data(updateRoom, { id: roomId, name: word })
    await ada.say(roomId, word)
    await app.idle()
    return () => deleteRoom(ada, roomId)
  },
  'the former name of a room': async (ada, word) => {
    const id = await ada.room()
    await ada.data(updateRoom, { id, name: word })
    return () => ada.data(updateRoom, { id, name: 'new' })
  },
  'a character with its rooms': async (ada, word) => {
    const id = await character(ada, word)
    const create = 'mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }'
    await ada.data(create, { id })
    return () => ada.data('mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }', { id })
  },
  'the former texts of a character': async (ada, word) => {
    const id = await character(ada, word)
    const input = { name: 'new', greeting: 'new', context: 'new', description: '' }
    return () => ada.data(updateCharacter, { id, input })
  },
  'the former name of an account': async (_ada, word, app) => {
    const person = await app.person()
    const rename = 'mutation ($name: String!) { updateProfile(input: { username: $name }) { account { id } } }'
    await person.data(rename, { name: word })
    return () => person.data(rename, { name: `${person.username}new` })
  },
  'an account with its address, mails, sessions, keys, characters, rooms and logs': async (_ada, word, app) => {
    const person = await app.person(word)
    await roomWith(person, word)
    await character(person, word)
    await person.data('mutation ($name: String!) { createApiKey(input: { name: $name }) { apiKey { id } } }', {
      name: word,
    })
    await person.say(await person.room(), word, word)
    // otherwise a code belongs to the owner of the mailbox, who can be another person
    await app.app.database.write((db) => db.update(UserTable, { id: Number(person.id) }, proved))
    const mail = { email: `${person.username}@example.com`, verification_type: 'register' }
    expect((await person.rest('POST', '/api/auth/send-verification', mail)).status).toBe(200)
    await app.idle()
    return () => person.data('mutation { deleteAccount { deletedAccountId } }')
  },
}

/** Enough for pages whose rows SQLite moves to others. */
const edited = 300

onSqlite('the files of an embedded database', () => {
  let app: TestApp
  let ada: Person
  let wal: string
  beforeAll(async () => {
    app = await createTestApp({ embedded: true, env: { LOCAL_MODEL: 'scripted:?reply=Aye&chunks=1&delayMs=1' } })
    ada = await app.person()
    wal = join(app.dataDir, 'parley.db-wal')
  })
  afterAll(() => app.close())

  const gone = (word: string) =>
    until(
      'no file has the word',
      () => filesWith(app.dataDir, word),
      (found) => found.length === 0,
    )

  it('lose what was deleted or replaced while the server runs', async () => {
    const wordOf = (number: number) => `planted${String.fromCharCode(97 + number)}word`
    const acts: Act[] = []
    for (const [number, write] of Object.values(kinds).entries()) acts.push(await write(ada, wordOf(number), app))
    for (const number of acts.keys()) expect(filesWith(app.dataDir, wordOf(number))).not.toEqual([])
    for (const act of acts) await act()
    for (const number of acts.keys()) await gone(wordOf(number))
    const check = await app.app.database.read((db) => runSql(db, 'PRAGMA integrity_check'))
    expect(check).toEqual([{ integrity_check: 'ok' }])
  })

  it('lose the image and the archive of an account that is deleted', async () => {
    const person = await app.person()
    const before = [...files(app.dataDir)].map(({ path }) => path)
    await upload(person)
    await person.data(begin)
    const ofAccount = () => [...files(join(app.dataDir, 'images'))].filter(({ path }) => !before.includes(path))
    await until('both are stored', async () => {
      await app.app.product.dataExports.round()
      return ofAccount().length === 2
    })
    await person.data('mutation { deleteAccount { deletedAccountId } }')
    await until('both are gone', () => ofAccount().length === 0)
  })

  it('lose each former text of messages that are edited, beside others that are deleted', async () => {
    const roomId = await roomWith(ada, 'other', 0)
    const textOf = (index: number, version: number) =>
      `edited${String(index)}x${String(version)}word ${'x'.repeat((index * 97 + version * 389) % 1_100)}`
    for (let index = 2; index <= edited; index += 1)
      await ada.data(save, { input: { roomId, inputData: textOf(index, 0), outputData: 'Aye' } })
    for (let index = 3; index <= edited; index += 2) await ada.data(remove, { roomId, index })
    for (let version = 1; version <= 6; version += 1)
      for (let index = 2; index <= edited; index += 2)
        await ada.data(update, { input: { roomId, index, inputData: textOf(index, version), outputData: 'Aye' } })
    const isFormer = ([, index, version]: RegExpMatchArray) => Number(index) % 2 === 1 || Number(version) < 6
    const former = () =>
      [...files(app.dataDir)].flatMap(({ text }) =>
        [...text.matchAll(/edited(\d+)x(\d+)word/g)].filter(isFormer).map(([word]) => word),
      )
    await until('no file has a former text', former, ({ length }) => length === 0)
  })

  it('keep it while another program reads from the log, and lose it afterwards', async () => {
    const roomId = await roomWith(ada, 'plantedread', 1)
    const other = new Sqlite(join(app.dataDir, 'parley.db'))
    try {
      other.exec('BEGIN; SELECT count(*) FROM users')
      await deleteRoom(ada, roomId)
      // a write waits for no reader
      await deleteRoom(ada, await roomWith(ada, 'plantedmore', 1))
      expect(statSync(wal).size).toBeGreaterThan(0)
      expect(filesWith(app.dataDir, 'plantedread')).not.toEqual([])
    } finally {
      other.close()
    }
    await gone('plantedread')
  })

  it('lose it at once when the server stops, with an empty log', async () => {
    const roomId = await roomWith(ada, 'plantedlast')
    await deleteRoom(ada, roomId)
    expect(filesWith(app.dataDir, 'plantedlast')).not.toEqual([])
    await app.stop()
    expect(filesWith(app.dataDir, 'plantedlast')).toEqual([])
    expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0)
  })
})
