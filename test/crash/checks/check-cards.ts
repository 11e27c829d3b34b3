import type { Client } from '../writers/client.js'
import type { Findings } from '../findings.js'
import type { World } from '../world.js'

/** An imported character exists with its picture, its lorebook, its assets and everything else of its card. */
export async function checkCards({ imported, person }: Client, world: World, findings: Findings): Promise<void> {
  for (const { id, name } of world.characters.filter((each) => imported.has(each.name)))
    for (const format of ['json', 'png']) {
      const { status, text } = await person.rest('GET', `/api/characters/${id}/card?format=${format}`)
      const asset = `chara-ext-asset_:0\0${Buffer.from(name).toString('base64')}`
      const parts = format === 'png' ? [asset] : [`"creator":"${name}"`, `lore of ${name}`]
      const isWhole = status === 200 && parts.every((part) => text.includes(part))
      findings.expect('wholeOrNot', isWhole, () => `${format} of the imported ${name}: ${status} ${text.slice(0, 500)}`)
    }
}
