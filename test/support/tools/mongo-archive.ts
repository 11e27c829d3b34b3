import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Programs in place of `mongodump` and `mongorestore`: each copies the documents of a database with the driver. */
const program = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs')
const { basename } = require('node:path')
const { MongoClient, BSON } = require(${JSON.stringify(resolve('node_modules/mongodb'))})
const [uri, archive] = ['--uri=', '--archive='].map((name) => process.argv.find((each) => each.startsWith(name)).slice(name.length))
const main = async () => {
  const client = new MongoClient(uri)
  const db = client.db()
  const names = ['log_rooms', 'log_entries', 'owners']
  if (basename(process.argv[1]) === 'mongodump') {
    const documents = await Promise.all(names.map((name) => db.collection(name).find().toArray()))
    writeFileSync(archive, BSON.EJSON.stringify(documents, { relaxed: false }))
  } else {
    const documents = BSON.EJSON.parse(readFileSync(archive, 'utf8'), { relaxed: false })
    for (const [index, name] of names.entries()) if (documents[index].length > 0) await db.collection(name).insertMany(documents[index])
  }
  await client.close()
}
main().catch((error) => { console.error(error); process.exitCode = 1 })
`

/** A folder for PATH with both programs. */
export function mongoPrograms(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-programs-'))
  for (const name of ['mongodump', 'mongorestore']) {
    writeFileSync(join(folder, name), program)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}
