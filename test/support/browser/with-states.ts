import type { Page } from 'playwright-core'

interface Answer {
  readonly data?: { aiServices?: { workers: object[] }[] }
}

/** Every AI service of the answers from now on has a worker in each of these states, as if the machines were in them. */
export async function withStates(page: Page, states: readonly string[]): Promise<void> {
  await page.unroute('**/graphql')
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    for (const service of answer.data?.aiServices ?? [])
      service.workers = states.map((state, index) => ({
        name: `worker-${String(index + 1)}.a-rather-long-name-of-a-machine.example`,
        state,
        model: `models/a-rather-long-name-of-a-model-${String(index + 1)}-Q4_K_M.gguf`,
        running: index,
        concurrency: 4,
      }))
    await route.fulfill({ response, json: answer })
  })
}
