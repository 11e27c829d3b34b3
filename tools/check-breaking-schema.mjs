import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, findBreakingChanges } from 'graphql'
import { root } from './sources.mjs'

const sdlPath = 'schema/schema.graphql'
const git = (...words) => {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

const tag = git('describe', '--tags', '--match', 'v*', '--abbrev=0')?.trim()
const released = tag === undefined ? undefined : git('show', `${tag}:${sdlPath}`)
if (released === undefined) {
  console.log(
    tag === undefined
      ? 'no release tag yet: nothing to compare with'
      : `${tag} has no ${sdlPath}: nothing to compare with`,
  )
  process.exit(0)
}

const current = readFileSync(join(root, sdlPath), 'utf8')
const changes = findBreakingChanges(buildSchema(released), buildSchema(current))
for (const { type, description } of changes) console.error(`breaking since ${tag}: ${description} (${type})`)
if (changes.length === 0) console.log(`nothing breaks a client of ${tag}`)
process.exitCode = changes.length === 0 ? 0 : 1
