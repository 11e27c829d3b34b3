import { swcOptions } from './tools/swc-options.mjs'

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', swcOptions] },
  // guards against a hang only: a loaded machine may take its time
  testTimeout: 60_000,
  maxWorkers: 2,
}
