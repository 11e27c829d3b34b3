import type { Database } from '../database/database.js'
import type { LogRoomPurges } from '../deletion/log-room-purges.js'
import type { Purger } from '../deletion/purger.js'
import { Doctor } from '../doctor/doctor.js'
import { FileExaminer } from '../doctor/file-examiner.js'
import { ImageExaminer } from '../doctor/image-examiner.js'
import { LogExaminer } from '../doctor/log-examiner.js'
import { galleryOfAccounts, galleryOfCharacters, ShowingExaminer } from '../doctor/showing-examiner.js'
import { PurgeExaminer } from '../doctor/purge-examiner.js'
import { RecordExaminer } from '../doctor/record-examiner.js'
import { RemnantExaminer } from '../doctor/remnant-examiner.js'
import { ReplyExaminer } from '../doctor/reply-examiner.js'
import type { ChatLogStore } from '../ports/chat-log-store/chat-log-store.js'
import type { ImageStore } from '../ports/image-store/image-store.js'
import type { RunningReplies } from '../replies/running-replies.js'
import type { Rooms } from '../rooms/rooms.js'

export interface DoctorParts {
  readonly database: Database
  readonly chatLogs: ChatLogStore
  readonly imageStore: ImageStore
  readonly rooms: Rooms
  readonly running: RunningReplies
  readonly purges: LogRoomPurges
  readonly purger: Purger
  readonly clock: () => number
}

/** Foreign keys guard what is not looked at: likes, terms, keys, identities, images of an account, entries of an embedded log. */
export function createDoctor(parts: DoctorParts): Doctor {
  const { database, chatLogs, imageStore, rooms, running, purger, clock } = parts
  const examiners = {
    records: new RecordExaminer(database, chatLogs, rooms),
    logs: new LogExaminer(parts),
    remnants: new RemnantExaminer(chatLogs),
    replies: new ReplyExaminer(database, running),
    images: new ImageExaminer(database, imageStore),
    files: new FileExaminer(database, imageStore),
    characters: new ShowingExaminer(database, galleryOfCharacters),
    accounts: new ShowingExaminer(database, galleryOfAccounts),
    purges: new PurgeExaminer(database, purger),
  }
  return new Doctor(examiners, clock)
}
