import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { Processes } from '../support/app/processes.js'
import { makeDataFolder } from './make-data-folder.js'
import { packFolder } from './pack-folder.js'

// npm run release:keep [-- CHECKOUT]: keeps the schemas and a data folder of a built checkout (by default this one) for
// later releases
const checkout = resolve(process.argv[2] ?? '.')
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')))
const folder = join('test/fixtures/data-folders', version)
if (existsSync(folder)) throw new Error(`${folder} exists: what a release left is never changed`)

const processes = await Processes.create({ embedded: true, checkout })
try {
  const manifest = await makeDataFolder(processes, version)
  packFolder(processes.dataDir, join(folder, 'files'))

  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of ['schema', 'service'])
    cpSync(join(checkout, 'schema', `${name}.graphql`), join('schema/released', `${version}.${name}.graphql`))
  process.stdout.write(`${folder} and schema/released/${version}.*.graphql are there: commit them\n`)
} catch (error) {
  rmSync(folder, { recursive: true, force: true })
  throw error
} finally {
  await processes.close()
}
