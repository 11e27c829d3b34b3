import { z } from 'zod'

/** Values of answers (decisions 1): ids are JSON numbers, instants ISO 8601 UTC with `Z`. */
export const shapes = {
  rowId: z.int().positive(),
  count: z.int().min(0),
  uuid: z.guid(),
  instant: z.iso.datetime(),
} as const
