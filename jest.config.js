/** @type {import('jest').Config} */
export default {
  // Test files of one process share its modules: loading the application once per file was most of the time.
  runner: '<rootDir>/tools/jest/runner.mjs',
  filter: '<rootDir>/tools/jest/filter.mjs',
  setupFilesAfterEnv: ['<rootDir>/tools/jest/setup.mjs'],
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{test,packages/*/test}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // For `--onlyChanged`, which follows imports.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // More than the two cores of a small machine: the tests of a process wait about a third of their time.
  maxWorkers: 3,
}
