import type { Client } from '../writers/client.js'
import type { Findings } from '../findings.js'

/**
 * An image must be served while its character exists, and not after its owner was deleted; in between the sweep
 * decides.
 */
export async function checkImages({ imageIds, fates, person }: Client, findings: Findings): Promise<void> {
  for (const [characterId, imageId] of imageIds) {
    const response = await fetch(`${person.url}/thumbnail?id=${imageId}`)
    const { byteLength: length } = await response.arrayBuffer()
    const details = () => `image ${imageId} of character ${characterId}: ${response.status} with ${length} bytes`
    if (fates.account === 'gone') findings.expect('deleted', response.status === 404, details)
    else if (fates.character(characterId) === 'stays')
      findings.expect('survives', response.status === 200 && length > 0, details)
  }
}
