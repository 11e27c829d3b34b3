import { z } from 'zod'
import { Refusal } from '../command.js'
import type { Ask } from './ask.js'
import { DoctorReport } from './doctor-report.js'
import type { Outcome, ReportedFinding } from './doctor-report.js'
import { expected } from './expected.js'
import type { FindingKind } from '../../src/doctor/finding-kinds.js'

/** A parsed command of `npm run doctor`. */
export interface DoctorCommand {
  /** Kinds to repair; others are only reported. */
  readonly repairs: readonly FindingKind[]
  /** Younger data is skipped. */
  readonly minAgeMs: number
  /** Whether each line is a JSON object instead of text. */
  readonly isJson: boolean
}

// purges first: data that they delete is then not a finding
const parts = [
  'PURGES',
  'LOGS',
  'REMNANTS',
  'SEARCH',
  'RECORDS',
  'REPLIES',
  'IMAGES',
  'FILES',
  'CHARACTERS',
  'ACCOUNTS',
] as const
type Part = (typeof parts)[number]

const findingShape = z.object({ part: z.enum(parts), kind: z.string(), subject: z.string(), detail: z.string() })
type Finding = z.output<typeof findingShape>
const pageShape = z.object({ looked: z.number(), findings: z.array(findingShape), next: z.string().nullable() })
const repairShape = z.object({ repaired: z.boolean() })

/**
 * Examines all parts, page by page; calls `say` with a line for each finding. A refusal is reported and the rest
 * continues: one fault does not hide another.
 */
export async function runDoctorCommand(
  command: DoctorCommand,
  ask: Ask,
  say: (line: string) => void,
): Promise<DoctorReport> {
  const report = new DoctorReport(command.isJson)
  for (const part of parts) {
    const refusal = await orRefusal(async () => {
      for await (const { findings, looked } of pagesOf(ask, part, command.minAgeMs)) {
        report.look(nameOf(part), looked)
        for (const finding of findings) say(report.add(named(finding), await treat(ask, finding, command)))
      }
    })
    if (refusal) report.fail(nameOf(part), refusal)
  }
  return report
}

async function treat(ask: Ask, finding: Finding, command: DoctorCommand): Promise<Outcome> {
  if (!command.repairs.some((asked) => asked === nameOf(finding.kind))) return 'left'
  const isRepaired = await orRefusal(() => repair(ask, finding, command))
  if (isRepaired instanceof Refusal) return isRepaired
  return isRepaired ? 'repaired' : 'left'
}

/** Returns the result or the refusal; throws an unexpected error. */
async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function* pagesOf(ask: Ask, part: Part, minAgeMs: number) {
  let after: string | null = null
  do {
    const page = pageShape.parse(expected(await ask('POST', '/findings', { part, after, minAgeMs })))
    yield page
    after = page.next
  } while (after !== null)
}

async function repair(ask: Ask, { part, kind, subject }: Finding, { minAgeMs }: DoctorCommand): Promise<boolean> {
  return repairShape.parse(expected(await ask('POST', '/findings/repair', { part, kind, subject, minAgeMs }))).repaired
}

const named = (finding: Finding): ReportedFinding => ({
  ...finding,
  part: nameOf(finding.part),
  kind: nameOf(finding.kind),
})

const nameOf = (word: string) => word.toLowerCase().replaceAll('_', '-')
