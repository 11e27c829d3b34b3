import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

type PersonaJob = Pick<ReplyJob, 'persona' | 'character'>

/** Who the person is, behind the texts of the character; nothing for a person without a persona. */
export function personaTexts({ persona, character }: PersonaJob): string[] {
  if (!persona) return []
  const { name, description } = persona
  const isNamesake = character?.name.toLowerCase() === name.toLowerCase()
  const introduction = isNamesake ? `The user is another person with the same name, ${name}` : `The user is ${name}`
  return [description === '' ? `${introduction}.` : `${introduction}:\n${description}`]
}

/** Whether the prompt has a text that can be left out. */
export function hasPersonaText({ persona }: Pick<ReplyJob, 'persona'>): boolean {
  return persona !== undefined && persona.description !== ''
}

/** The job with the name of the persona alone. */
export function withoutPersonaText<Job extends ReplyJob>(job: Job): Job {
  return job.persona ? { ...job, persona: { ...job.persona, description: '' } } : job
}
