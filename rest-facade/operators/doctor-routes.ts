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
const minAgeMs = shapes.count.nullish()
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
      body: z.object({ part, after: z.string().nullish(), minAgeMs }),
    }),
    answers: page,
    variables: ({ body }) => ({ input: body }),
    answer: ({ examine }) => json(page.parse({ ...examine, looked: examine?.examined })),
  }),
  route({
    about: { id: 'repair', tag: 'admin', summary: 'Repair one finding' },
    method: 'post',
    path: '/findings/repair',
    token: 'none',
    operation: RepairDocument,
    request: z.object({ body: z.object({ part, kind, subject, minAgeMs }) }),
    answers: z.object({ repaired: z.boolean() }),
    variables: ({ body }) => ({ input: body }),
    answer: ({ repair }) => json({ repaired: repair.repaired }),
  }),
]
