import type { ParleyError } from '@parley/client'
import { pageInstallation } from '../../../ui/installation/page-installation.js'

/** How many characters (Unicode code points) a message may have still; negative beyond the limit of the server. */
export function charactersLeft(text: string): number {
  const { messageLimit } = pageInstallation()
  // a text has at most as many code points as code units: far from the limit they need not be counted at every key
  if (text.length < messageLimit * nearLimit) return messageLimit - text.length
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0
  return messageLimit - text.length + pairs
}

/** The share of the limit from which the page shows how many characters are left. */
const nearLimit = 0.9

export const isNearLimit = (left: number): boolean => left <= pageInstallation().messageLimit * (1 - nearLimit)

/** How many characters the model has room for, where this alone is why the server has refused a message. */
export function modelLimit(error: ParleyError | null): number | undefined {
  const { fields = [] } = error?.details ?? {}
  const [fault] = fields
  const isAlone = fields.length === 1 && fault?.rule === 'max_length'
  return isAlone && fault.limit !== undefined && fault.limit < pageInstallation().messageLimit ? fault.limit : undefined
}
