import { column, type RowOf } from '@parley/statements'
import { limits, patterns, withoutInvisible } from '../limits.js'
import { formatFault, line, text } from '../text-rules.js'

/** What became of the description of a persona in a prompt. The name is in the prompt with each of them. */
export const personaOutcomes = ['USED', 'OVER_BUDGET', 'OVER_CONTEXT'] as const
export type PersonaOutcome = (typeof personaOutcomes)[number]

export const personaRules = {
  /** Without placeholders: it replaces one. */
  name: line(limits.personaNameLength)
    .regex(patterns.withoutOuterSpace, formatFault('a name must not begin or end with a space'))
    .regex(/^(?:(?!\{\{|\}\}).)*$/u, formatFault('a name must not contain {{ or }}'))
    .refine((name) => name === '' || withoutInvisible(name) !== '', formatFault('a name needs a visible character')),
  description: text(0, limits.personaDescriptionLength),
}

/** Who a person is in its rooms. Instants are epoch milliseconds. */
export const personaColumns = {
  id: column.id(),
  ownerId: column.ref(),
  name: column.text(limits.personaNameLength),
  /** Of the person, for the model. It may contain placeholders. */
  description: column.text(),
  /** A stored image. */
  imageId: column.text(64, { nullable: true }),
  /** Whether it is used in each chat room of its owner without a persona of its own: at most one of an account. */
  isDefault: column.flag({ default: false }),
  createdAt: column.instant(),
  updatedAt: column.instant(),
}
export type Persona = RowOf<typeof personaColumns>

/** The persona of a prompt: its id only, since its texts are those of its owner. */
export interface PersonaRecord {
  readonly personaId: number
  readonly outcome: Exclude<PersonaOutcome, 'OVER_CONTEXT'>
}
