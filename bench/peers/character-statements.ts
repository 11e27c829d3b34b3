const columns = `id, name, greeting, context, description, example_dialogues AS "exampleDialogues", tags, image_url AS "imageUrl", access_level AS "isPublic", user_id AS "ownerId",
  created_at AS "createdAt", updated_at AS "updatedAt"`

/** How an engine writes what the statements need. */
interface Notation {
  readonly isTrue: string
  /** From 1. */
  readonly parameter: (position: number) => string
}

export function characterStatements({ isTrue, parameter }: Notation) {
  const [first, second, third] = [1, 2, 3].map(parameter)
  return {
    list: `SELECT ${columns} FROM characters WHERE access_level = ${isTrue} ORDER BY id LIMIT ${first}`,
    character: `SELECT ${columns} FROM characters WHERE id = ${first} AND access_level = ${isTrue}`,
    user: `SELECT id, role, session_version AS "sessionVersion" FROM users WHERE id = ${first}`,
    liked: `SELECT id FROM character_likes WHERE user_id = ${first} AND character_id = ${second}`,
    like: `INSERT INTO character_likes (user_id, character_id, created_at) VALUES (${first}, ${second}, ${third})`,
    unlike: `DELETE FROM character_likes WHERE user_id = ${first} AND character_id = ${second}`,
  } as const
}
