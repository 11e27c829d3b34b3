import type { GenerationErrorCode } from '../../src/replies/generation.js'

/** The messages for the codes of failed generations. */
export const generationErrors: Readonly<Record<GenerationErrorCode, string>> = {
  TIMED_OUT: 'The model response timed out',
  GENERATION_FAILED: 'The model could not answer',
  PROMPT_TOO_LONG: 'The message does not fit the context of the model',
  HOSTED_FAILED: 'The hosted model could not answer',
  EMPTY_REPLY: 'The model ended its reply without a text',
  UNAVAILABLE: 'No model could accept the message',
  INTERRUPTED: 'The server or its worker stopped before the reply was whole',
  ENTRY_GONE: 'The entry was deleted while its new reply was made',
  CONFLICT: 'The entry was changed before its reply was continued',
  CHARACTER_PRIVATE: 'The character of the room is no longer public',
}
