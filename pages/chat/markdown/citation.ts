/** Between the parts of a text: the number of a source, which is a part itself. */
export const citation = /(\[\d{1,3}\])/

/** NaN for a part that is no citation. */
export const numberIn = (part: string): number => Number(/^\[(\d+)\]$/.exec(part)?.[1])
