import type { DocumentBounds, DocumentText } from '../document.js'
import type { RefusalReason } from '../document-refused.js'
import type { FileDescription } from '../read-file.js'

/** The bytes of a file, or its path. */
export type DocumentSource = Uint8Array | string

/** By which the process ends itself; the system kills by the first too. */
export const endOfMemory = 'SIGKILL'
/** The signal of a timer of processor time. */
export const endOfTime = 'SIGVTALRM'

/** The only message to the process that reads a document. */
export interface ReadingRequest {
  readonly source: DocumentSource
  readonly file: FileDescription
  readonly bounds: DocumentBounds
}

/** Messages of that process. From `started` on, its end is the fault of the file. Blocks are sent in parts, so that each is short work for the receiver; `read` or one of the others is the last message. */
export type ReadingMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'blocks'; readonly blocks: DocumentText['blocks'] }
  | { readonly kind: 'read'; readonly document: Omit<DocumentText, 'blocks'> }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'failed'; readonly stack: string }
