import type { MigrationInterface, QueryRunner } from 'typeorm'

const columnsOf = (no: string) => ({
  characters: {
    nickname: 'varchar(100)',
    alternate_greetings: "text NOT NULL DEFAULT '[]'",
    system_prompt: 'text',
    post_history_instructions: 'text',
    depth_note: 'text',
  },
  rooms: { greeting_index: 'bigint NOT NULL DEFAULT 0' },
  character_cards: { has_notes: `boolean NOT NULL DEFAULT ${no}` },
})

export class AddCharacterNotes1796520000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const no = queryRunner.manager.dataSource.options.type === 'postgres' ? 'false' : '0'
    for (const [table, added] of Object.entries(columnsOf(no)))
      for (const [name, type] of Object.entries(added))
        await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, added] of Object.entries(columnsOf('')))
      for (const name of Object.keys(added)) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`)
  }
}
