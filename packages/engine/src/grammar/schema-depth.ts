/** The levels of a JSON schema, and of a value whose schema does not say how deep it is. */
export const schemaDepth = 64
