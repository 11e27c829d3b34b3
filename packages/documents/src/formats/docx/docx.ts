import { posix } from 'node:path'
import type { CollectedText } from '../../collected-text.js'
import { DocumentRefused } from '../../document-refused.js'
import { ContentTypes } from './content-types.js'
import { Numbering } from './numbering.js'
import { PackageParts } from './package-parts.js'
import { readXml } from './read-xml.js'
import { Story } from './story.js'
import { Styles } from './styles.js'

const maxAddress = 2_000

/**
 * The text of a document as it is with its tracked insertions and without its deletions: headings, lists, tables, links, text boxes, notes.
 * Deletions, headers, footers and comments are counted.
 */
export async function readDocx(bytes: Uint8Array, collected: CollectedText, inflatedBytes: number): Promise<void> {
  const parts = await PackageParts.open(bytes, inflatedBytes)
  const types = await ContentTypes.read(parts)
  const { main } = types ?? {}
  if (!types || main === undefined) throw new DocumentRefused('not_supported')
  const body = await parts.read(main)
  if (body === undefined) throw new DocumentRefused('broken')
  const readFirst = (kind: string) => readOne(parts, types.partsOf(kind)[0])

  const shared = {
    styles: new Styles(await readFirst('styles')),
    numbering: new Numbering(await readFirst('numbering')),
    count: (reason: Parameters<CollectedText['count']>[0]) => collected.count(reason),
  }
  const story = new Story({ ...shared, links: await linksOf(parts, main), add: (text) => collected.add(text) })
  story.read(body)
  for (const kind of ['footnote', 'endnote'] as const) {
    const [part] = types.partsOf(`${kind}s`)
    const xml = await readOne(parts, part)
    if (part === undefined || xml === undefined) continue
    const notes = new Story({ ...shared, links: await linksOf(parts, part), add: () => undefined })
    notes.read(xml)
    for (const [index, id] of story.notes[kind].entries()) {
      const text = notes.noteTexts.get(id)?.trim() ?? ''
      if (text !== '') collected.add(`${kind === 'footnote' ? 'Footnote' : 'Endnote'} ${String(index + 1)}: ${text}`)
    }
  }
  for (const kind of ['header', 'footer'] as const) {
    for (const part of types.partsOf(kind)) {
      if (hasWords((await parts.read(part)) ?? '')) collected.count(`${kind}s`)
    }
  }
  collected.count('comments', countElements((await readFirst('comments')) ?? '', 'comment'))
}

async function readOne(parts: PackageParts, name: string | undefined): Promise<string | undefined> {
  return name === undefined ? undefined : parts.read(name)
}

/** The addresses outside the file to which a part links. */
async function linksOf(parts: PackageParts, part: string): Promise<Map<string, string>> {
  const xml = await parts.read(posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`))
  const links = new Map<string, string>()
  if (xml === undefined) return links
  readXml(xml, {
    onStart: ({ attributes: { Id = '', Target = '', TargetMode } }) => {
      const isAddress = TargetMode === 'External' && /^(?:https?|mailto):/i.test(Target) && Target.length <= maxAddress
      if (isAddress) links.set(Id, Target)
    },
  })
  return links
}

/** The number of a page alone is not a text that a reader misses. */
function hasWords(xml: string): boolean {
  let [isText, text] = [false, '']
  if (xml === '') return false
  readXml(xml, {
    onStart: ({ name }) => {
      isText = name === 't'
    },
    onEnd: () => {
      isText = false
    },
    onText: (data) => {
      if (isText) text += data
    },
  })
  return /\p{L}/u.test(text)
}

function countElements(xml: string, wanted: string): number {
  let count = 0
  if (xml === '') return count
  readXml(xml, {
    onStart: ({ name }) => {
      if (name === wanted) count += 1
    },
  })
  return count
}
