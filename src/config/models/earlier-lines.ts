import type { Fields } from '../fields.js'
import { localModel, type LocalModel } from './model.js'
import type { Ports } from '../ports.js'

/** What the workers need for the earlier lines of the AI services. Where those listen is one of the ports. */
export interface EarlierLinesConfig {
  /** What answers as `Korean` in line 1.1; absent: the model of `Local` (`KOREAN_MODEL`). */
  readonly korean: LocalModel | undefined
  /** What answers as `Roleplay` in line 1.2; absent: the model of `Local` (`ROLEPLAY_MODEL`). */
  readonly roleplay: LocalModel | undefined
  /** Replies that a local model must be able to make at a time: 2 for lines 1.3 and 1.4 (contract: earlier-ai-lines.9), else 1. */
  readonly atOnce: number
}

export function readEarlierLines(fields: Fields, { legacy, tls }: Ports): EarlierLinesConfig {
  for (const name of ['KOREAN_MODEL', 'ROLEPLAY_MODEL']) {
    const isAsked = fields.isSet('AI_LEGACY_PORT')
    if (fields.isSet(name) && !isAsked) fields.refuse(name, 'is only asked on AI_LEGACY_PORT, which is unset')
  }
  return {
    korean: fields.readOptional('KOREAN_MODEL', localModel),
    roleplay: fields.readOptional('ROLEPLAY_MODEL', localModel),
    atOnce: legacy === undefined && tls === undefined ? 1 : 2,
  }
}
