import { Table } from '@parley/statements'
import { factorChallengeColumns, recoveryCodeColumns, secondFactorColumns } from '../../second-factors/second-factor.js'

const references = [{ column: 'userId', table: 'users' }] as const

export const SecondFactorTable = new Table({
  name: 'second_factors',
  columns: secondFactorColumns,
  indices: [{ columns: ['userId'] }],
  references,
})

export const RecoveryCodeTable = new Table({
  name: 'recovery_codes',
  columns: recoveryCodeColumns,
  indices: [{ columns: ['userId'] }],
  references,
})

export const FactorChallengeTable = new Table({
  name: 'factor_challenges',
  columns: factorChallengeColumns,
  unique: [['tokenHash']],
  indices: [{ columns: ['userId'] }, { columns: ['expiresAt'] }],
  references,
})
