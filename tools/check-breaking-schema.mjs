import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, findBreakingChanges } from 'graphql'
import { root } from './sources.mjs'

// npm run schema:breaking [-- FOLDER]: compares the SDL files of a working copy (by default this one) with those of its
// newest release
const folder = process.argv[2] ?? root
const releasedFolder = join(folder, 'schema', 'released')

const numbersOf = (version) => version.split('.').map(Number)
const byVersion = (one, other) => {
  const others = numbersOf(other)
  return (
    numbersOf(one)
      .map((number, index) => number - others[index])
      .find((difference) => difference !== 0) ?? 0
  )
}

const versions = readdirSync(releasedFolder)
  .flatMap((name) => /^(\d+\.\d+\.\d+)\.schema\.graphql$/.exec(name)?.[1] ?? [])
  .sort(byVersion)
const newest = versions.at(-1)

const changesOf = (name) => {
  const schemaAt = (path) => buildSchema(readFileSync(path, 'utf8'))
  const released = schemaAt(join(releasedFolder, `${newest}.${name}.graphql`))
  return findBreakingChanges(released, schemaAt(join(folder, 'schema', `${name}.graphql`)))
}

if (newest === undefined) {
  console.error(`${releasedFolder} holds no <version>.schema.graphql`)
  process.exitCode = 1
} else {
  const changes = changesOf('schema')
  for (const { type, description } of changes) console.error(`breaking since ${newest}: ${description} (${type})`)
  if (changes.length === 0) console.log(`no client of ${newest} breaks`)
  // not a failure: the service schema is executed only in process, and all its operations are compiled with it
  for (const { description } of changesOf('service').filter((change) => !isAmong(changes, change)))
    console.log(`of the service schema, which no client reaches: ${description}`)
  process.exitCode = changes.length === 0 ? 0 : 1
}

function isAmong(changes, { description }) {
  return changes.some((change) => change.description === description)
}
