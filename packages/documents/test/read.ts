import { defaultBounds, type DocumentBounds, type DocumentText } from '../src/document.js'
import { DocumentRefused } from '../src/document-refused.js'
import { readFile } from '../src/read-file.js'

interface ReadOptions {
  readonly mediaType?: string
  readonly encoding?: string
  readonly bounds?: Partial<DocumentBounds>
}

/** Reads a file in this process. */
export function read(
  name: string,
  content: string | Uint8Array,
  { bounds, ...rest }: ReadOptions = {},
): Promise<DocumentText> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return readFile(new Uint8Array(bytes), { name, ...rest }, { ...defaultBounds, ...bounds })
}

/** Why a file is refused. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof DocumentRefused) return error.reason
    throw error
  }
  return 'read'
}

export const textOf = ({ blocks }: DocumentText) => blocks.map(({ text }) => text).join('\n\n')
