import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

/** The selectors of a style sheet that have `:hover` outside of every `@media (hover: hover)`. */
function hoversForFingers(css: string): string[] {
  const found: string[] = []
  const open: string[] = []
  for (const [, head = '', mark] of css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '{') open.push(head.trim())
    if (mark === '{' && head.includes(':hover') && !open.some((each) => /^@media .*\(hover: hover\)/.test(each)))
      found.push(head.trim())
    if (mark === '}') open.pop()
  }
  return found
}

describe('a style of the pointer', () => {
  const sheets = readdirSync('pages', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => join('pages', path))

  it('is only for devices with a pointer: after a touch it would stay', () => {
    expect(sheets.filter((path) => readFileSync(path, 'utf8').includes(':hover')).length).toBeGreaterThan(5)
    const found = sheets.flatMap((path) =>
      hoversForFingers(readFileSync(path, 'utf8')).map((head) => `${path}: ${head}`),
    )
    expect(found).toEqual([])
  })

  it('is found where it is for all devices, also in a nested rule', () => {
    const css = `a:hover { color: red } /* b:hover { } */ @media (hover: hover) { c:hover { d { color: red } } }
      @media (width < 48rem) { e:hover { color: red } } f { color: red; &:not(:hover) { color: blue } }`
    expect(hoversForFingers(css)).toEqual(['a:hover', 'e:hover', '&:not(:hover)'])
  })
})
