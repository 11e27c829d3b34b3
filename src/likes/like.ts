/** One user likes one character, at most once. */
export interface Like {
  readonly id: number
  readonly userId: number
  readonly characterId: number
  readonly createdAt: number
}
