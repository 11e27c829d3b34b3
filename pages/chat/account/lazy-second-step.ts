import { lazyScreen } from '../../ui/feedback/lazy-screen.js'

/** The code of a step that few people have is loaded with it. */
export const SecondStepCard = lazyScreen(async () => (await import('../shell/late.js')).SecondStepCard)
