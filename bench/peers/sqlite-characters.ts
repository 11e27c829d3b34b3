import libsql from 'libsql'
import type { CharacterRow, CharacterStore, Like, UserRow } from './character-store.js'
import { characterStatements } from './character-statements.js'

export class SqliteCharacters implements CharacterStore {
  readonly #statements
  readonly #transaction

  constructor(file: string) {
    const database = new libsql(file)
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    const { list, character, user, liked, like, unlike } = characterStatements({ isTrue: '1', parameter: () => '?' })
    const prepare = (sql: string) => database.prepare(sql)
    this.#statements = {
      ...{ list: prepare(list), character: prepare(character), user: prepare(user) },
      ...{ liked: prepare(liked), like: prepare(like), unlike: prepare(unlike) },
    }
    this.#transaction = { begin: prepare('BEGIN IMMEDIATE'), commit: prepare('COMMIT') }
  }

  publicCharacters(limit: number): CharacterRow[] {
    return this.#statements.list.all(limit) as CharacterRow[]
  }

  user(id: number): UserRow | undefined {
    return this.#statements.user.get(id) as UserRow | undefined
  }

  setLike(userId: number, characterId: number, liked: boolean): Like | undefined {
    const character = this.#statements.character.get(characterId) as CharacterRow | undefined
    if (!character) return undefined
    this.#transaction.begin.run()
    const changed = liked ? this.#add(userId, characterId) : this.#remove(userId, characterId)
    this.#transaction.commit.run()
    return { changed, character }
  }

  #add(userId: number, characterId: number): boolean {
    if (this.#statements.liked.get(userId, characterId)) return false
    this.#statements.like.run(userId, characterId, Date.now())
    return true
  }

  #remove(userId: number, characterId: number): boolean {
    return this.#statements.unlike.run(userId, characterId).changes > 0
  }
}
