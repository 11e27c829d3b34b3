/** EX_TEMPFAIL of sysexits.h: how a worker ends that cannot have its model, so that it is not asked for again at once. */
export const modelUnavailable = 75
