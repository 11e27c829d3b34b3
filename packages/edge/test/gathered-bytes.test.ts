import { describe, expect, it } from '@jest/globals'
import { GatheredBytes } from '../src/body/gathered-bytes.js'

describe('the bytes of a body', () => {
  it('are in the order of their arrival, whatever the sizes of its chunks', () => {
    for (const sizes of [
      [],
      [3],
      [1, 1, 1],
      [5_000, 1, 2, 9_000, 4],
      [1, 4_095, 4_095, 4_095, 4_095, 4_095, 1, 4_096],
    ]) {
      const chunks = sizes.map((size, index) => Buffer.alloc(size, index + 1))
      const gathered = new GatheredBytes()
      for (const chunk of chunks) gathered.append(chunk)
      expect(gathered.joined().equals(Buffer.concat(chunks))).toBe(true)
      gathered.append(Buffer.from('more'))
      expect(gathered.joined().equals(Buffer.concat([...chunks, Buffer.from('more')]))).toBe(true)
    }
  })
})
