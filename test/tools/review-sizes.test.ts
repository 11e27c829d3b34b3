import { describe, expect, it } from '@jest/globals'
import { sizeWarnings } from '../../tools/lint/sizes/size-warnings.js'

const filesOf = (folder: string, count: number) =>
  Array.from({ length: count }, (_, n): [string, number] => [`${folder}/file-${String(n)}.ts`, 10])

describe('npm run review:sizes', () => {
  it('names a source file of more than 400 lines', () => {
    const counts = new Map([
      ['src/rooms/rooms.ts', 401],
      ['src/rooms/room.ts', 400],
    ])
    expect(sizeWarnings(counts)).toEqual(['src/rooms/rooms.ts: 401 lines. Does it hold a second idea?'])
  })

  it('names a folder of more than 20 files, without those of its folders', () => {
    const counts = new Map([...filesOf('src/rooms', 21), ...filesOf('src/users', 20), ...filesOf('src/users/names', 1)])
    expect(sizeWarnings(counts)).toEqual(['src/rooms: 21 files. Is a noun missing?'])
  })

  it('leaves out documents, generated files, decisions and migrations', () => {
    const counts = new Map([
      ['docs/clients.md', 900],
      ['rest-facade/operations/operations.generated.ts', 900],
      ...filesOf('docs/openapi', 30),
      ...filesOf('docs/decisions', 30),
      ...filesOf('src/database/migrations', 30),
    ])
    expect(sizeWarnings(counts)).toEqual([])
  })
})
