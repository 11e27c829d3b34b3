/** A name inside a sentence. Its direction does not change that of the words around it. */
export const isolated = (name: string): string => `\u2068${name}\u2069`
