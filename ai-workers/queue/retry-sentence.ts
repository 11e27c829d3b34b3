/** The fixed reply of the JSON routes when both tries failed (contract: ai-workers.14). Never stored as a log entry. */
export const retrySentence = 'Sorry, the reply could not be generated. Please try again in a moment.'
