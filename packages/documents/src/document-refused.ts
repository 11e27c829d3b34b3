/** Why a document has no text, with the sentence that a person reads. */
export const refusalMessages = {
  encrypted: 'This file is encrypted: save it without a password',
  broken: 'This file is damaged',
  no_text: 'There is no text in this file',
  not_supported: 'Files of this kind are not supported',
  too_large: 'This file is too large',
  timed_out: 'This file needs too much time to read',
  out_of_memory: 'This file needs too much memory to read',
} as const
export type RefusalReason = keyof typeof refusalMessages

/** A document that cannot be read, because of what it is. The message has nothing of the file in it. */
export class DocumentRefused extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string = refusalMessages[reason],
  ) {
    super(message)
    this.name = 'DocumentRefused'
  }
}
