export { type DocumentDescription, DocumentReader } from './document-reader.js'
export { DocumentRefused, refusalMessages, type RefusalReason } from './document-refused.js'
export {
  type Block,
  defaultBounds,
  type DocumentBounds,
  type DocumentFormat,
  documentFormats,
  type DocumentText,
  type MissingPart,
  type MissingReason,
  missingReasons,
} from './document.js'
export type { DocumentSource } from './process/messages.js'
export { type Encoding, encodingNamed, encodings } from './text/encodings.js'
