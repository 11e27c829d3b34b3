import type { Client } from '../writers/client.js'
import type { Findings } from '../findings.js'
import type { World } from '../world.js'

/** An imported character exists with its picture and with everything of its card. */
export async function checkCards({ imported, person }: Client, world: World, findings: Findings): Promise<void> {
  for (const { id, name } of world.characters.filter((each) => imported.has(each.name)))
    for (const format of ['json', 'png']) {
      const { status, text } = await person.rest('GET', `/api/characters/${id}/card?format=${format}`)
      const isWhole = status === 200 && (format === 'png' || text.includes(`"creator":"${name}"`))
      findings.expect('wholeOrNot', isWhole, () => `${format} of the imported ${name}: ${status} ${text.slice(0, 500)}`)
    }
}
