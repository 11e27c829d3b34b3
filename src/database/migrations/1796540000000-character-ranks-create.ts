import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateCharacterRanks1796540000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'character_ranks',
      columns: {
        id: column.id(),
        characterId: column.ref(),
        isPublic: column.flag(),
        likeCount: column.count({ default: 0 }),
        talkCount: column.count({ default: 0 }),
        terms: column.text(undefined, { nullable: true }),
      },
      unique: [['characterId']],
      indices: [{ columns: ['isPublic', 'characterId'] }],
      references: [{ column: 'characterId', table: 'characters' }],
    })
    // the highest count first, and of one count the oldest character
    for (const count of ['like_count', 'talk_count'])
      await queryRunner.query(
        `CREATE INDEX "ix_character_ranks_is_public_${count}_character_id" ON character_ranks (is_public, ${count} DESC, character_id)`,
      )
    // the terms follow in the background
    await queryRunner.query(`INSERT INTO character_ranks (character_id, is_public, like_count, talk_count)
      SELECT id, access_level,
        (SELECT COUNT(*) FROM character_likes WHERE character_likes.character_id = characters.id),
        (SELECT COUNT(*) FROM rooms WHERE rooms.character_id = characters.id AND rooms.reply_count > 0
          AND rooms.owner_id <> characters.user_id)
      FROM characters`)
    for (const statement of isPostgres(queryRunner) ? postgres : sqlite) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE character_search')
    await queryRunner.dropTable('character_ranks')
    if (isPostgres(queryRunner)) await queryRunner.query('DROP FUNCTION index_character')
  }
}

// by the id of the character, without its terms; triggers also see rows that are copied from another store
const sqlite = [
  "CREATE VIRTUAL TABLE character_search USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii')",
  `CREATE TRIGGER character_ranks_indexed AFTER INSERT ON character_ranks WHEN new.terms IS NOT NULL BEGIN
    INSERT INTO character_search (rowid, terms) VALUES (new.character_id, new.terms); END`,
  // the conflict clause of the statement that fires a trigger replaces that of the trigger: it cannot replace a row
  `CREATE TRIGGER character_ranks_changed AFTER UPDATE OF terms ON character_ranks WHEN new.terms IS NOT old.terms BEGIN
    DELETE FROM character_search WHERE rowid = new.character_id;
    INSERT INTO character_search (rowid, terms) SELECT new.character_id, new.terms WHERE new.terms IS NOT NULL; END`,
  `CREATE TRIGGER character_ranks_deleted AFTER DELETE ON character_ranks BEGIN
    DELETE FROM character_search WHERE rowid = old.character_id; END`,
]

// without fastupdate a search never reads a list of pending terms
const postgres = [
  `CREATE TABLE character_search (
    character_id bigint PRIMARY KEY REFERENCES character_ranks (character_id) ON DELETE CASCADE,
    terms text[] NOT NULL
  )`,
  'CREATE INDEX ix_character_search_terms ON character_search USING gin (terms) WITH (fastupdate = off)',
  `CREATE FUNCTION index_character() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO character_search (character_id, terms) VALUES (NEW.character_id, string_to_array(NEW.terms, ' '))
      ON CONFLICT (character_id) DO UPDATE SET terms = excluded.terms;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER character_ranks_indexed AFTER INSERT OR UPDATE OF terms ON character_ranks
    FOR EACH ROW WHEN (NEW.terms IS NOT NULL) EXECUTE FUNCTION index_character()`,
]

function isPostgres(queryRunner: QueryRunner): boolean {
  return queryRunner.manager.dataSource.options.type === 'postgres'
}
