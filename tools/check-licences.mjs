import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.mjs'

// npm run licences: the licence of every package that a server loads is one of these, in the words of the lock file

/** Those that ask for no more than their text and the names of their authors. */
const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0']
/** By the beginning of the path. */
const exceptions = [
  // a shared library of its own, which an operator can replace
  { path: 'node_modules/@img/sharp-', licences: ['LGPL-3.0-or-later'] },
  // the file LICENSE of these packages is that of MIT; their package.json names it in an older form
  { path: 'node_modules/busboy', licences: [undefined] },
  { path: 'node_modules/streamsearch', licences: [undefined] },
]

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const faults = Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
  const isLoaded = path.startsWith('node_modules/') && !dev && !link
  const extra = exceptions.filter((each) => path.startsWith(each.path)).flatMap(({ licences }) => licences)
  const names = license?.replace(/[()]/g, '').split(' AND ') ?? [undefined]
  return !isLoaded || names.every((name) => [...permissive, ...extra].includes(name)) ? [] : [`${path}: ${license}`]
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
