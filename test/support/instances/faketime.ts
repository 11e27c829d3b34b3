/** The library of TEST_FAKETIME (`.ci/faketime.sh`), which changes the clock of a process; undefined without one. */
export function testFaketime(): string | undefined {
  const library = process.env['TEST_FAKETIME']
  return library === '' ? undefined : library
}
