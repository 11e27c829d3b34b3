import { dirname } from 'node:path'

const most = { linesOfFile: 400, filesOfFolder: 20 }
const code = /\.(tsx?|mjs|js)$/
const generated = /\.generated\.ts$|^docs\/openapi\/|^schema\/released\/|^test\/fixtures\//
// one file for each decision and for each migration
const unbounded = ['docs/decisions', 'src/database/migrations']

/**
 * The files and folders that a reviewer may ask about: a long file can hold a second idea, and a crowded folder can lack
 * a noun. `lineCounts` has the number of lines of each path.
 */
export function sizeWarnings(lineCounts: ReadonlyMap<string, number>): string[] {
  const written = [...lineCounts].filter(([path]) => !generated.test(path))
  const folders = new Map<string, number>()
  for (const [path] of written) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
  return [
    ...written
      .filter(([path, lines]) => code.test(path) && lines > most.linesOfFile)
      .map(([path, lines]) => `${path}: ${String(lines)} lines. Does it hold a second idea?`),
    ...[...folders]
      .filter(([folder, files]) => files > most.filesOfFolder && !unbounded.includes(folder))
      .map(([folder, files]) => `${folder}: ${String(files)} files. Is a noun missing?`),
  ]
}
