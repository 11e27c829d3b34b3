import { readFileSync, statSync } from 'node:fs'
import { systemErrorCode } from '@parley/runtime'

interface FileRule {
  readonly maxMiB: number
  /** Receives the sentence for a file that cannot be used. */
  readonly refuse: (sentence: string) => void
}

/** The text of a file that a setting names; undefined when it cannot be used. */
export function textOfFile(path: string, rule: FileRule): string | undefined {
  return bytesOfFile(path, rule)?.toString()
}

/** The bytes of a file that a setting names; undefined when it cannot be used. */
export function bytesOfFile(path: string, { maxMiB, refuse }: FileRule): Buffer | undefined {
  try {
    const file = statSync(path)
    // other kinds of files, such as pipes, may never end
    if (file.isFile() && file.size <= maxMiB * 1_048_576) return readFileSync(path)
    refuse(file.isFile() ? `must name a file of at most ${String(maxMiB)} MiB` : 'must name a file')
  } catch (error) {
    refuse(`names a file that cannot be read (${systemErrorCode(error)})`)
  }
  return undefined
}
