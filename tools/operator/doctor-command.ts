import { z } from 'zod'
import type { Ask } from './ask.js'
import { expected } from './expected.js'

/** Every kind of finding. Harmless ones are set right without the loss of anything that somebody could still read. */
export const findingKinds = [
  { kind: 'stuck-purge', isHarmless: true },
  { kind: 'record-without-log', isHarmless: true },
  { kind: 'reply-without-room', isHarmless: true },
  { kind: 'file-without-image', isHarmless: true },
  { kind: 'picture-without-image', isHarmless: true },
  { kind: 'image-without-file', isHarmless: false },
  { kind: 'log-without-record', isHarmless: false },
  { kind: 'log-of-deleted-account', isHarmless: false },
  { kind: 'entries-without-log', isHarmless: false },
] as const

export type FindingKind = (typeof findingKinds)[number]['kind']

export function isFindingKind(text: string): text is FindingKind {
  return findingKinds.some(({ kind }) => kind === text)
}

/** What `npm run doctor` was told to do. */
export interface DoctorCommand {
  /** Kinds to set right; others are only told. */
  readonly repairs: readonly FindingKind[]
  /** What is younger is passed over. */
  readonly minAgeMs: number
  /** A JSON object on each line instead of words. */
  readonly isJson: boolean
}

export interface DoctorReport {
  /** Findings that stay. */
  readonly left: number
  readonly summary: string
}

// purges first: what they take is then no finding
const parts = ['PURGES', 'LOGS', 'RECORDS', 'REPLIES', 'IMAGES', 'FILES', 'CHARACTERS', 'ACCOUNTS'] as const

const findingShape = z.object({ part: z.enum(parts), kind: z.string(), subject: z.string(), detail: z.string() })
type Finding = z.output<typeof findingShape>
const pageShape = z.object({ looked: z.number(), findings: z.array(findingShape), next: z.string().nullable() })
const mendShape = z.object({ mended: z.boolean() })

/** Looks at everything, page by page; `say` gets a line for each finding. Throws Refusal. */
export async function runDoctorCommand(
  { repairs, minAgeMs, isJson }: DoctorCommand,
  ask: Ask,
  say: (line: string) => void,
): Promise<DoctorReport> {
  const looked: Record<string, number> = {}
  const left = new Map<string, number>()
  let mended = 0
  for (const part of parts) {
    for await (const { findings, ...page } of pagesOf(ask, part, minAgeMs)) {
      // every page of files looks at all of them
      looked[nameOf(part)] = part === 'FILES' ? page.looked : (looked[nameOf(part)] ?? 0) + page.looked
      for (const finding of findings) {
        const kind = nameOf(finding.kind)
        const isMended = repairs.some((asked) => asked === kind) && (await mend(ask, finding))
        if (isMended) mended += 1
        else left.set(kind, (left.get(kind) ?? 0) + 1)
        say(isJson ? json(finding, isMended) : `${isMended ? 'mended ' : ''}${kind}: ${printable(finding.detail)}`)
      }
    }
  }
  const count = [...left.values()].reduce((sum, some) => sum + some, 0)
  if (isJson) return { left: count, summary: JSON.stringify({ looked, mended, left: Object.fromEntries(left) }) }
  const sights = Object.entries(looked).map(([part, number]) => `${number} ${part}`)
  return { left: count, summary: [`Looked at ${sights.join(', ')}.`, ...outcome(left, mended)].join('\n') }
}

async function* pagesOf(ask: Ask, part: (typeof parts)[number], minAgeMs: number) {
  let after: string | null = null
  do {
    const page = pageShape.parse(expected(await ask('POST', '/findings', { part, after, minAgeMs })))
    yield page
    after = page.next
  } while (after !== null)
}

async function mend(ask: Ask, { part, kind, subject }: Finding): Promise<boolean> {
  return mendShape.parse(expected(await ask('POST', '/findings/mend', { part, kind, subject }))).mended
}

function outcome(left: ReadonlyMap<string, number>, mended: number): string[] {
  const counts = [...left].map(([kind, number]) => `${number} ${kind}`)
  const repair = [...left.keys()].filter((kind) => findingKinds.some((each) => each.kind === kind && !each.isHarmless))
  return [
    ...(mended > 0 ? [`Mended: ${mended}.`] : []),
    counts.length === 0 ? 'Nothing is left.' : `Left: ${counts.join(', ')}.`,
    ...(repair.length > 0
      ? [`npm run doctor -- repair ${repair.join(' ')}: removes these, with what is in them; back up first.`]
      : []),
  ]
}

const json = (finding: Finding, mended: boolean) =>
  JSON.stringify({ ...finding, part: nameOf(finding.part), kind: nameOf(finding.kind), mended })

const nameOf = (word: string) => word.toLowerCase().replaceAll('_', '-')

/** Clients choose user ids: what could move the cursor, or hide, is shown as its code. */
const printable = (text: string) =>
  text.replaceAll(/\p{C}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
