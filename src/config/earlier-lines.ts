import type { Fields } from './fields.js'
import { localModel, type LocalModel } from './model.js'

/** What a worker needs for the earlier lines of the AI services, besides what it has for the latest one. */
export interface EarlierLinesConfig {
  /** Whether the character service has the models of lines 1.1 and 1.2 (`AI_LEGACY_PORT` is set). */
  readonly hasModels: boolean
  /** What answers as `Korean` in line 1.1; absent: the model of `Local` (`KOREAN_MODEL`, decisions.md 8). */
  readonly korean: LocalModel | undefined
  /** What answers as `Roleplay` in line 1.2; absent: the model of `Local` (`ROLEPLAY_MODEL`, decisions.md 8). */
  readonly roleplay: LocalModel | undefined
  /** Replies that a local model must be able to make at a time: 2 for lines 1.3 and 1.4 (contract 001, Limits), else 1. */
  readonly atOnce: number
}

export function readEarlierLines(fields: Fields): EarlierLinesConfig {
  const hasModels = fields.isSet('AI_LEGACY_PORT')
  for (const name of ['KOREAN_MODEL', 'ROLEPLAY_MODEL'])
    if (fields.isSet(name) && !hasModels) fields.refuse(name, 'is only asked on AI_LEGACY_PORT, which is unset')
  return {
    hasModels,
    korean: fields.readOptional('KOREAN_MODEL', localModel),
    roleplay: fields.readOptional('ROLEPLAY_MODEL', localModel),
    atOnce: hasModels || fields.isSet('AI_TLS_PORT') ? 2 : 1,
  }
}
