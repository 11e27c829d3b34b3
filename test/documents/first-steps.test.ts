import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { people } from '../../tools/seed/sample-data.js'

const readme = readFileSync('README.md', 'utf8')
const playground = readFileSync('pages/playground/page.mjs', 'utf8')

/** The names and addresses that a text registers. */
const registeredIn = (text: string) =>
  [...text.matchAll(/"?(?:username|email)"?: "([^"\s]+)"/g)].map(([, name]) => name)

describe('the first steps', () => {
  it('register different accounts in the README, in the playground and in the sample data, so that all can be followed', () => {
    const all = [
      [...new Set(registeredIn(readme))],
      [...new Set(registeredIn(playground))],
      people.flatMap((name) => [name, `${name}@example.com`]),
    ]
    expect(all.slice(0, 2)).toEqual([
      ['nova', 'nova@example.com', 'vega', 'vega@example.com'],
      ['luna', 'luna@example.com'],
    ])
    expect(new Set(all.flat()).size).toBe(all.flat().length)
  })

  it('sign in with the password of the registration', () => {
    for (const text of [readme, playground]) {
      const passwords = [...text.matchAll(/"?password"?: "([^"]+)"/g)].map(([, password]) => password)
      expect(passwords.length).toBeGreaterThanOrEqual(2)
      expect(new Set(passwords).size).toBe(1)
    }
  })
})
