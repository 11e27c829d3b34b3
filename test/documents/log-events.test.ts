import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { rowsOf } from '../support/documents/pages.js'

/** Events that a function logs for its callers. */
const indirect = [
  { pattern: /\bfailure: '(mail\.\w+)'/g, level: 'warn' },
  { pattern: /\bskipped: '([^']+)'/g, level: 'info' },
]
const eventAndLevel = /^[a-z_]+(\.[a-z_]+)? [a-z]+$/
const folders = ['main', 'src', 'resolvers', 'rest-facade', 'ai-workers', 'packages']

/** `event level` of each log line in the code. The event is the last argument of the call. */
function writtenBy(code: string): string[] {
  const calls = [...code.matchAll(/\b(?:log|logger)\.(debug|info|warn|error)\(/g)]
  const written = calls.map(({ 0: start, 1: level = '', index }) => {
    const events = [...callFrom(code, index + start.length).matchAll(/'([^']+)'/g)].map(([, text = '']) => text)
    return `${events.at(-1) ?? ''} ${level}`
  })
  const passedOn = indirect.flatMap(({ pattern, level }) =>
    [...code.matchAll(pattern)].map(([, event = '']) => `${event} ${level}`),
  )
  return [...written.filter((line) => eventAndLevel.test(line)), ...passedOn]
}

function callFrom(code: string, start: number): string {
  let depth = 1
  let end = start
  for (; depth > 0 && end < code.length; end += 1) depth += code[end] === '(' ? 1 : code[end] === ')' ? -1 : 0
  return code.slice(start, end)
}

it('docs/reference/log-events.md has the events of the code with their levels, and no others', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const code = files
    .filter((path) => path.endsWith('.ts') && !/^packages\/[^/]+\/test\//.test(path))
    .map((path) => readFileSync(path, 'utf8'))
  const rows = rowsOf(readFileSync('docs/reference/log-events.md', 'utf8')).filter(([event]) => event !== 'event')
  const listed = rows.flatMap(([events = '', level = '']) =>
    [...events.matchAll(/`([^`]+)`/g)].map(([, event = '']) => `${event} ${level}`),
  )
  expect(listed.sort()).toEqual([...new Set(code.flatMap(writtenBy))].sort())
})
