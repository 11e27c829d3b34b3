import { z } from 'zod'

/** Values of answers (contract: common.2, common.5). */
export const shapes = {
  rowId: z.int().positive(),
  count: z.int().min(0),
  uuid: z.guid(),
  instant: z.iso.datetime(),
} as const
