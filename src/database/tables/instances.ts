import { column, Table } from '@parley/statements'
import type { Instance } from '../../instances/instance.js'

export const InstanceTable = new Table<Instance>({
  name: 'instances',
  columns: {
    id: column.text(36, { primary: true }),
    roles: column.text(100),
    version: column.text(50),
    hasRedis: column.flag(),
    signingSecret: column.text(43),
    imageStore: column.text(),
    startedAt: column.instant(),
    seenAt: column.instant(),
    clockMs: column.count({ nullable: true }),
  },
})
