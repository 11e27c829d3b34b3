import { readArguments, wrongUse } from './command.js'
import type { DoctorCommand } from './doctor-command.js'
import { findingKinds, isFindingKind, type FindingKind } from '../../src/doctor/finding-kinds.js'

const usage = `npm run doctor -- [repair [KIND...]] [--min-age SECONDS] [--json]
Without repair it only looks. repair alone sets right what loses nothing; what may remove the only copy of something is repaired
when its KIND is named:
${findingKinds.map(({ kind, isHarmless }) => `  ${kind}${isHarmless ? '' : ' (only by name)'}`).join('\n')}
What is younger than --min-age, 300 seconds, may be unfinished and is passed over.
Exit code 0: nothing is left; 1: something is; 64 and above: not everything could be looked at.`

const defaultMinAge = '300'
const maxSeconds = 2_000_000

/** Parses the arguments. Throws as `readArguments`. */
export function readDoctorCommand(args: readonly string[]): DoctorCommand {
  const options = { 'min-age': { type: 'string' }, json: { type: 'boolean' } } as const
  const { values, positionals } = readArguments(usage, { args: [...args], options, allowPositionals: true })
  const [verb, ...named] = positionals
  const { 'min-age': minAge = defaultMinAge, json = false } = values
  if (!/^\d{1,7}$/.test(minAge) || Number(minAge) > maxSeconds)
    throw wrongUse(`--min-age is a number of seconds up to ${maxSeconds}.`, usage)
  const settings = { minAgeMs: Number(minAge) * 1_000, isJson: json }
  if (verb === undefined) return { ...settings, repairs: [] }
  const kinds = named.filter(isFindingKind)
  if (verb !== 'repair') throw wrongUse(`${verb} is not a command.`, usage)
  const unknown = named.find((name) => !isFindingKind(name))
  if (unknown !== undefined) throw wrongUse(`${unknown} is not a KIND.`, usage)
  return { ...settings, repairs: kinds.length > 0 ? kinds : harmless }
}

const harmless: readonly FindingKind[] = findingKinds.filter(({ isHarmless }) => isHarmless).map(({ kind }) => kind)
