import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The folder of package.json. The sources and dist/ are at different depths below it. */
export const packageRoot = above(dirname(fileURLToPath(import.meta.url)))

/** The folder into which `npm run build` writes the pages. */
export const pagesFolder = join(packageRoot, 'dist', 'pages')

const manifest = z.object({ version: z.string() })

export function packageVersion(): string {
  return manifest.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))).version
}

function above(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(folder) === folder) throw new Error('package.json is missing above the program')
  return above(dirname(folder))
}
