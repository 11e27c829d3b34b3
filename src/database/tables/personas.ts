import { Table } from '@parley/statements'
import { personaColumns } from '../../personas/persona.js'

export const PersonaTable = new Table({
  name: 'personas',
  columns: personaColumns,
  indices: [{ columns: ['ownerId', 'id'] }, { columns: ['imageId'] }],
  references: [{ column: 'ownerId', table: 'users' }],
})
