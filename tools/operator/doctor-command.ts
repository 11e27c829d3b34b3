import {
  ExamineDocument,
  RepairDocument,
  type ExamineQuery,
  type StorePart,
} from '../../rest-facade/operations/service-operations.generated.js'
import { Refusal } from './command.js'
import type { Ask } from './ask.js'
import { DoctorReport, type Outcome, type ReportedFinding } from './doctor-report.js'
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
  'UPLOADS',
  'CARDS',
  'CHARACTERS',
  'PERSONAS',
  'ACCOUNTS',
] as const satisfies readonly StorePart[]
type Finding = NonNullable<ExamineQuery['examine']>['findings'][number]

export interface DoctorOutput {
  /** A line for each finding. */
  readonly say: (line: string) => void
  /** What was examined so far, after each page. */
  readonly showProgress?: (text: string) => void
}

/**
 * Examines all parts, page by page. A refusal is reported and the rest continues: one fault does not hide another.
 */
export async function runDoctorCommand(
  command: DoctorCommand,
  ask: Ask,
  { say, showProgress }: DoctorOutput,
  report = new DoctorReport(command.isJson),
): Promise<DoctorReport> {
  for (const part of parts) {
    const refusal = await orRefusal(async () => {
      for await (const { findings, examined } of pagesOf(ask, part, command.minAgeMs)) {
        report.look(nameOf(part), examined)
        showProgress?.(report.progress(nameOf(part)))
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

async function* pagesOf(ask: Ask, part: StorePart, minAgeMs: number) {
  let after: string | null = null
  do {
    const { examine }: ExamineQuery = await ask(ExamineDocument, { input: { part, after, minAgeMs } })
    if (!examine) throw new Refusal('This part could not be examined.', 70)
    yield examine
    after = examine.next
  } while (after !== null)
}

async function repair(ask: Ask, { part, kind, subject }: Finding, { minAgeMs }: DoctorCommand): Promise<boolean> {
  return (await ask(RepairDocument, { input: { part, kind, subject, minAgeMs } })).repair.repaired
}

const named = (finding: Finding): ReportedFinding => ({
  ...finding,
  part: nameOf(finding.part),
  kind: nameOf(finding.kind),
})

const nameOf = (word: string) => word.toLowerCase().replaceAll('_', '-')
