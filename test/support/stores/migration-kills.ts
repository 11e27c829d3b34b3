/** How often a test kills the command; `.ci/run --long` kills it 50 times. */
export const migrationKills = () => Number(process.env['MIGRATION_KILLS'] ?? 10)
