import { z } from 'zod'
import { json } from '../rows/answers.js'
import { route } from '../rows/route.js'
import type { Route } from '../rows/route.js'
import { ExamineDocument, RepairDocument } from '../operations/service-operations.generated.js'
import type { FindingKind, StorePart } from '../operations/service-operations.generated.js'
import { shapes } from '../rows/shapes.js'

const part = z.enum([
  'RECORDS',
  'LOGS',
  'REMNANTS',
  'SEARCH',
  'REPLIES',
  'IMAGES',
  'FILES',
  'CHARACTERS',
  'ACCOUNTS',
  'PURGES',
] satisfies StorePart[])

const kind = z.enum([
  'RECORD_WITHOUT_LOG',
  'LOG_WITHOUT_RECORD',
  'ENTRIES_WITHOUT_LOG',
  'ENTRY_NOT_INDEXED',
  'REPLY_WITHOUT_ROOM',
  'IMAGE_WITHOUT_FILE',
  'FILE_WITHOUT_IMAGE',
  'PICTURE_WITHOUT_IMAGE',
  'STUCK_PURGE',
  'UNKNOWN_PURGE',
] satisfies FindingKind[])

const subject = z.string()
const page = z.object({
  looked: shapes.count,
  findings: z.array(z.object({ part, kind, subject, detail: z.string() })),
  next: z.string().nullable(),
})

/** The rows of `npm run doctor`, served only on the operator socket. */
export const doctorRoutes: readonly Route[] = [
  route({
    about: { id: 'examine', tag: 'admin', summary: 'Examine one page of a part of the stores' },
    method: 'post',
    path: '/findings',
    token: 'none',
    operation: ExamineDocument,
    request: z.object({
      body: z.object({ part, after: z.string().nullish(), minAgeMs: shapes.count.nullish() }),
    }),
    answers: page,
    variables: ({ body: { part: asked, after = null, minAgeMs = null } }) => ({
      input: { part: asked, after, minAgeMs },
    }),
    answer: ({ examine }) => json(page.parse({ ...examine, looked: examine?.examined })),
  }),
  route({
    about: { id: 'mend', tag: 'admin', summary: 'Repair one finding' },
    method: 'post',
    path: '/findings/mend',
    token: 'none',
    operation: RepairDocument,
    request: z.object({ body: z.object({ part, kind, subject }) }),
    answers: z.object({ mended: z.boolean() }),
    variables: ({ body }) => ({ input: body }),
    answer: ({ repair }) => json({ mended: repair.repaired }),
  }),
]
