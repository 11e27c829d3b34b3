import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { answerForFailure, boundFaults, plainFaults, valueFaults } from '@parley/edge'
import { defaultMessages, faultRules } from '@parley/runtime'
import { documentCodes } from '../../resolvers/pipeline/document-codes.js'

const page = readFileSync('docs/reference/errors.md', 'utf8')
const firstCells = [...page.matchAll(/^\| `?([^`|]+?)`? +\|/gm)].map(([, cell]) => cell)

describe('the page of errors', () => {
  it.each(Object.keys(defaultMessages))('has a row for the code %s', (code) => {
    expect(firstCells).toContain(code)
  })
  it.each([...Object.keys(documentCodes), ...Object.keys(faultRules)])('has a row for %s', (name) => {
    expect(firstCells).toContain(name)
  })
  it.each(Object.keys({ ...plainFaults, ...boundFaults, ...valueFaults }))('has a row for the type %s', (type) => {
    expect(firstCells).toContain(type)
  })
  it.each(Object.keys(defaultMessages))('has the REST answer of %s', (code) => {
    const { status, body } = answerForFailure({ code, message: '' })
    expect(page).toMatch(new RegExp(`^\\| ${status} +\\| \`${body.detail as string}\` `, 'm'))
  })
})
