import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../sources.mjs'

const themeFolder = join(root, 'pages', 'ui', 'theme')
const folder = join(root, 'pages', 'chat', 'web-app')

const sign = readFileSync(join(themeFolder, 'icon.svg'), 'utf8')
const colour = /fill="(#\w+)"/.exec(sign)?.[1]
const shapes = /<svg[^>]*>(.*)<\/svg>/s.exec(sign)?.[1]
if (!colour || !shapes) throw new Error('icon.svg has another form: see tools/emit/emit-icons.mjs')

/** The sign in white on a ground of its colour. Systems cut a ground without round corners into their own form. */
const appIcon = ({ corner = 0, scale }) => {
  const inverse = shapes.replaceAll('#fff', '#ground').replaceAll(colour, '#fff').replaceAll('#ground', colour)
  const move = 16 * (1 - scale)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="${corner}" fill="${colour}"/>
    <g transform="translate(${move} ${move + 0.5 * scale}) scale(${scale})">${inverse}</g></svg>`
}

const png = (svg, side) =>
  sharp(Buffer.from(svg), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ palette: true, effort: 10 })
    .toBuffer()

/** A file of icons, whose pictures are PNG. */
const ico = (pictures) => {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [place, { side, bytes }] of pictures.entries()) {
    const at = 6 + 16 * place
    head.writeUInt8(side, at)
    head.writeUInt8(side, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(bytes.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}

const rounded = appIcon({ corner: 7, scale: 0.7 })
const small = await Promise.all([16, 32, 48].map(async (side) => ({ side, bytes: await png(sign, side) })))
const files = {
  'icon-192.png': await png(rounded, 192),
  'icon-512.png': await png(rounded, 512),
  // what matters of a maskable icon is in a circle of 80 % of its width
  'maskable-512.png': await png(appIcon({ scale: 0.58 }), 512),
  'apple-touch-icon.png': await png(appIcon({ scale: 0.66 }), 180),
  'favicon.ico': ico(small),
}
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
