import { Table } from '@parley/statements'
import { instanceColumns } from '../../instances/instance.js'

export const InstanceTable = new Table({
  name: 'instances',
  columns: instanceColumns,
})
