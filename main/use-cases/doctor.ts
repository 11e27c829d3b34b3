import type { Audit } from '../../src/audit/audit.js'
import type { LogRoomPurges } from '../../src/deletion/log-room-purges.js'
import type { Purger } from '../../src/deletion/purger.js'
import { Doctor } from '../../src/doctor/doctor.js'
import { CardExaminer } from '../../src/doctor/card-examiner.js'
import { FileExaminer } from '../../src/doctor/file-examiner.js'
import { ImageExaminer } from '../../src/doctor/image-examiner.js'
import { LogExaminer } from '../../src/doctor/log-examiner.js'
import {
  accountReferences,
  characterReferences,
  ImageReferenceExaminer,
  personaReferences,
} from '../../src/doctor/image-reference-examiner.js'
import { PurgeExaminer } from '../../src/doctor/purge-examiner.js'
import { RecordExaminer } from '../../src/doctor/record-examiner.js'
import { RemnantExaminer } from '../../src/doctor/remnant-examiner.js'
import { ReplyExaminer } from '../../src/doctor/reply-examiner.js'
import { SearchExaminer } from '../../src/doctor/search-examiner.js'
import { UploadExaminer } from '../../src/doctor/upload-examiner.js'
import type { RunningReplies } from '../../src/replies/running-replies.js'
import type { Rooms } from '../../src/rooms/rooms.js'
import type { Foundations } from '../foundations.js'

/**
 * Builds the doctor. Data that foreign keys protect is not examined: likes, terms, keys, identities, images of an
 * account, entries of an embedded log.
 */
export function createDoctor(
  parts: Foundations & { rooms: Rooms; running: RunningReplies; purges: LogRoomPurges; purger: Purger; audit: Audit },
): Doctor {
  const { database, chatLogs, fileStore, rooms, running, purger, clock } = parts
  const examiners = {
    records: new RecordExaminer(database, chatLogs, rooms),
    logs: new LogExaminer(parts),
    remnants: new RemnantExaminer(chatLogs),
    search: new SearchExaminer(chatLogs),
    replies: new ReplyExaminer(database, running),
    images: new ImageExaminer(database, fileStore),
    files: new FileExaminer(database, fileStore),
    uploads: new UploadExaminer(database, fileStore),
    cards: new CardExaminer(database, fileStore),
    characters: new ImageReferenceExaminer(database, characterReferences),
    personas: new ImageReferenceExaminer(database, personaReferences),
    accounts: new ImageReferenceExaminer(database, accountReferences),
    purges: new PurgeExaminer(database, purger),
  }
  return new Doctor(examiners, parts.audit, clock)
}
