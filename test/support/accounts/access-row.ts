/** The result for a caller: data, a plain null, or an error code. */
export type Access =
  | 'data'
  | 'null'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'UNAVAILABLE'

export interface Fixtures {
  readonly characterId: string
  readonly roomId: string
  /** A room with one entry, which no row deletes. */
  readonly keptRoomId: string
  readonly generationId: string
  /** Different at every call. */
  readonly unique: () => string
}

export interface AccessRow {
  readonly document: string
  readonly variables?: (fixtures: Fixtures) => object
  readonly owner: Access
  readonly other: Access
  readonly anonymous: Access
  readonly admin: Access
  /**
   * True when the operation ends the caller's sign-in: then another account of the same kind calls it, and only for
   * this row.
   */
  readonly isLastAct?: true
}

export const everyCaller = { owner: 'data', other: 'data', anonymous: 'data', admin: 'data' } as const
/** For the owner and administrators; null for other callers, as for an id that does not exist. */
export const hiddenFromOthers = { ...everyCaller, other: 'null', anonymous: 'null' } as const
export const adminsOnly = {
  owner: 'FORBIDDEN',
  other: 'FORBIDDEN',
  anonymous: 'UNAUTHENTICATED',
  admin: 'data',
} as const
/** Inputs that every caller is refused for. */
export const refused = {
  owner: 'BAD_USER_INPUT',
  other: 'BAD_USER_INPUT',
  anonymous: 'BAD_USER_INPUT',
  admin: 'BAD_USER_INPUT',
} as const
/** Not for administrators either. */
export const onlyTheOwner = {
  owner: 'data',
  other: 'NOT_FOUND',
  anonymous: 'UNAUTHENTICATED',
  admin: 'NOT_FOUND',
} as const
export const signedIn = { ...everyCaller, anonymous: 'UNAUTHENTICATED' } as const
