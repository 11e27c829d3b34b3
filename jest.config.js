/** @type {import('jest').Config} */
export default {
  // Test files of one process share its modules: loading the application once per file was most of the time.
  runner: '<rootDir>/tools/jest/runner.mjs',
  setupFilesAfterEnv: ['<rootDir>/tools/jest/setup.mjs'],
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // For `--onlyChanged`, which follows imports.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  maxWorkers: 2,
}
