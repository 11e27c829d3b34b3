import { z } from 'zod'
import {
  CreateDataExportLinkDocument,
  ExportMyDataDocument,
  MyDataExportDocument,
  type DataExportAnswerFragment,
} from '../operations/operations.generated.js'
import { accepted, json, required } from '../rows/answers.js'
import { notByKey } from '../rows/not-by-key.js'
import { plainRoute, type Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'
import { DataExportStatus } from '../../schema/enums.js'

const path = '/api/users/data-export'

const exportShape = z.object({
  id: shapes.uuid,
  status: z.enum(DataExportStatus),
  progress: z.number().min(0).max(1).describe('The share of the rooms and images that are written.'),
  created_at: shapes.instant,
  expires_at: shapes.instant.describe('When the export is deleted with its archive: 24 hours after it became READY.'),
})

/** Exports of the data of the caller. */
export const dataExportRoutes: readonly Route[] = [
  plainRoute({
    about: {
      id: 'exportData',
      tag: 'users',
      summary: 'Start an export of the caller’s data',
      details: 'Or return the one that is being written. When it is READY it replaces an earlier one.',
    },
    method: 'post',
    path,
    token: 'required',
    operation: ExportMyDataDocument,
    answers: exportShape,
    isAccepted: true,
    refuses: {
      forbidden: notByKey,
      tooManyRequests: 'The last export began less than an hour ago.',
    },
    answer: ({ exportMyData: { dataExport } }) => accepted(exportBody(dataExport), path),
  }),
  plainRoute({
    about: { id: 'readDataExport', tag: 'users', summary: 'Read the state of the newest export' },
    method: 'get',
    path,
    token: 'required',
    operation: MyDataExportDocument,
    answers: exportShape,
    refuses: {
      forbidden: notByKey,
      notFound: 'The caller has no export.',
    },
    answer: ({ myDataExport }) => json(exportBody(required(myDataExport, 'NOT_FOUND'))),
  }),
  plainRoute({
    about: {
      id: 'createDataExportLink',
      tag: 'users',
      summary: 'Create a link for one download of the archive',
      details: 'It replaces an earlier link. Its `url` needs no token, and ends with all sessions of the account.',
    },
    method: 'post',
    path: `${path}/link`,
    token: 'required',
    operation: CreateDataExportLinkDocument,
    answers: z.object({ url: z.string(), expires_at: shapes.instant }),
    refuses: {
      forbidden: notByKey,
      notFound: 'The caller has no export that is READY.',
    },
    answer: ({ createDataExportLink: { url, expiresAt } }) => json({ url, expires_at: expiresAt }),
  }),
]

function exportBody({ createdAt, expiresAt, ...rest }: DataExportAnswerFragment): z.output<typeof exportShape> {
  return { ...rest, created_at: createdAt, expires_at: expiresAt }
}
