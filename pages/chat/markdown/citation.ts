/** Between the parts of a text: the number of a source, which is a part itself. */
export const citation = /(\[\d{1,3}\])/

/** NaN for any other part. */
export const numberIn = (part: string): number => Number(/^\[(\d+)\]$/.exec(part)?.[1])
